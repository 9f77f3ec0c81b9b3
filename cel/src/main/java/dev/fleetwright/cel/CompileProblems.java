package dev.fleetwright.cel;

import dev.cel.common.CelIssue;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The library's findings as Problems that say what to do. */
final class CompileProblems {

  private static final int MOST = 50;
  private static final Pattern UNDECLARED =
      Pattern.compile("undeclared reference to '([^']*)'.*", Pattern.DOTALL);
  private static final Pattern NO_OVERLOAD =
      Pattern.compile(
          "found no matching overload for '([^']*)' applied to '(.*)' \\(candidates.*",
          Pattern.DOTALL);
  private static final Pattern OPERATOR = Pattern.compile("[@_!?\\[\\]:]*?([-+*/%<>=!&|]+|in)_?");

  private final SourceText source;
  private final Set<String> variables;

  CompileProblems(SourceText source, Collection<String> variables) {
    this.source = source;
    this.variables = new TreeSet<>(variables);
  }

  List<Problem> of(Collection<CelIssue> issues, CelLimits limits) {
    List<Problem> problems = new ArrayList<>();
    for (CelIssue issue : issues) {
      if (issue.getSeverity() != CelIssue.Severity.ERROR) {
        continue;
      }
      if (problems.size() == MOST) {
        problems.add(
            new Problem(
                "too-many-problems",
                "",
                "there are more than " + MOST + " problems in the expression",
                "fix these first"));
        break;
      }
      problems.add(of(issue, limits));
    }
    return problems;
  }

  private Problem of(CelIssue issue, CelLimits limits) {
    int offset =
        source.offset(issue.getSourceLocation().getLine(), issue.getSourceLocation().getColumn());
    String message = issue.getMessage();
    Matcher undeclared = UNDECLARED.matcher(message);
    if (undeclared.matches()) {
      String name = undeclared.group(1);
      int start = source.startOf(name, offset);
      return unknownName(name).at(source.at(start, source.tokenLength(start)));
    }
    Matcher noOverload = NO_OVERLOAD.matcher(message);
    if (noOverload.matches()) {
      return noOverload(noOverload.group(1), noOverload.group(2))
          .at(source.at(offset, source.tokenLength(offset)));
    }
    if (message.contains("recursion limit exceeded")) {
      return tooDeep(limits).at(source.at(offset, 1));
    }
    if (issue.getExprId() > 0 || message.startsWith("expected type")) {
      return new Problem("type-mismatch", "", sentence(message), "make the types agree")
          .at(source.at(offset, source.tokenLength(offset)));
    }
    return syntax(message).at(source.at(offset, source.tokenLength(offset)));
  }

  static Problem tooDeep(CelLimits limits) {
    return new Problem(
        "expression-too-deep",
        "",
        "the expression is nested deeper than " + limits.depth() + " levels",
        "split it, or write long sums and chains as lists");
  }

  private Problem unknownName(String name) {
    boolean isFunction = !variables.contains(name) && source.calls(name);
    Collection<String> known = isFunction ? Dialect.functionNames() : variables;
    String fix =
        (name.length() < 2 ? Optional.<String>empty() : Suggestion.nearest(name, known))
            .map(nearest -> "did you mean \"" + nearest + "\"?")
            .orElseGet(() ->
                isFunction
                    ? "functions are listed in the documentation of CEL expressions"
                    : variables.isEmpty()
                        ? "no variables are declared here"
                        : "declared are: " + String.join(", ", variables));
    return isFunction
        ? new Problem("unknown-function", "", "unknown function \"" + name + "\"", fix)
        : new Problem("unknown-variable", "", "unknown variable \"" + name + "\"", fix);
  }

  private static Problem noOverload(String function, String types) {
    String arguments = types.replaceAll("^\\(|\\)$", "").replace("google.protobuf.", "");
    Matcher operator = OPERATOR.matcher(function);
    String name =
        operator.matches()
            ? "\"" + operator.group(1) + "\""
            : function.equals("_[_]") ? "an index" : LibraryCalls.readable(function);
    boolean numbers = arguments.matches("(int|uint|double), (int|uint|double)");
    return new Problem(
        "type-mismatch",
        "",
        name + " is not defined for (" + arguments + ")",
        numbers
            ? "convert one side with int(), uint() or double()"
            : "check the types of the arguments");
  }

  private static Problem syntax(String message) {
    String shown = message;
    int expecting = shown.indexOf(" expecting ");
    if (expecting > 0 && shown.length() - expecting > 60) {
      shown = shown.substring(0, expecting);
    }
    String fix = "";
    if (shown.contains("'<EOF>'")) {
      shown = "the expression ends too early";
      fix = "complete it; is a bracket or quote left open?";
    } else if (shown.startsWith("token recognition error")) {
      fix = "remove this character, or close the quote before it";
    } else if (shown.startsWith("extraneous input") || shown.startsWith("mismatched input")) {
      fix = "remove it, or complete what stands before it";
    } else if (shown.startsWith("For input string")) {
      shown = "the number does not fit into 64 bits";
      fix = "write a smaller number, or a double such as 1e20";
    }
    return new Problem("syntax-error", "", sentence(shown), fix);
  }

  private static String sentence(String message) {
    String line = message.lines().findFirst().orElse("invalid expression").strip();
    line = line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    return line.length() > 300 ? line.substring(0, 300) + "…" : line;
  }
}
