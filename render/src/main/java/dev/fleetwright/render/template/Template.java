package dev.fleetwright.render.template;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.ScalarNode;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value with CEL in it.
 *
 * <ul>
 *   <li>An expression in dollar and braces that is the whole text keeps the type of its result; in
 *       a longer text it becomes text. A second dollar in front makes it plain text.
 *   <li>A field or list entry that gives null is left out.
 *   <li>In a list, an entry with the field $for ("x in EXPR") is repeated; $if leaves an entry or
 *       field out; $value stands for an entry that is no mapping.
 * </ul>
 */
public final class Template {

  private static final Pattern FOR =
      Pattern.compile("\\s*([A-Za-z_][A-Za-z0-9_]*)\\s+in\\s+(.+)", Pattern.DOTALL);
  private static final int MOST_ROUNDS = 100_000;

  private final List<Problem> problems;
  private int rounds;

  private Template(List<Problem> problems) {
    this.problems = problems;
  }

  /** Evaluates a value; problems are added with their places, and what failed gives null. */
  public static @Nullable Object evaluate(Node node, Variables scope, List<Problem> problems) {
    return new Template(problems).value(node, scope);
  }

  /** Evaluates text that is an expression as a whole, with or without {@code ${…}} around it. */
  public static @Nullable Object expression(
      String written, @Nullable Node node, Variables scope, List<Problem> problems) {
    int start = written.startsWith("${") && written.endsWith("}") ? 2 : 0;
    String source = written.substring(start, written.length() - (start == 2 ? 1 : 0));
    ScalarNode scalar = node instanceof ScalarNode s ? s : null;
    return new Template(problems).run(source, start, scalar, node, scope);
  }

  /** Whether there is anything to evaluate; when not, the plain value is the value. */
  public static boolean isTemplate(@Nullable Object plain) {
    return switch (plain) {
      case String text -> text.contains("${");
      case List<?> list -> list.stream().anyMatch(Template::isTemplate);
      case Map<?, ?> map ->
          map.entrySet().stream()
              .anyMatch(
                  e -> String.valueOf(e.getKey()).startsWith("$") || isTemplate(e.getValue()));
      case null, default -> false;
    };
  }

  private @Nullable Object value(Node node, Variables scope) {
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar, scope);
      case SequenceNode list -> list(list, scope);
      case MappingNode map -> mapping(map, scope);
    };
  }

  private Map<String, @Nullable Object> mapping(MappingNode map, Variables scope) {
    Map<String, @Nullable Object> out = LinkedHashMap.newLinkedHashMap(map.children().size());
    map.children()
        .forEach((key, child) -> {
          if (!key.equals("$if") && !key.equals("$for") && holds(child, scope)) {
            Node content = child.child("$value");
            Object value = value(content == null ? child : content, scope);
            if (value != null) {
              out.put(key(key, child, scope), value);
            }
          }
        });
    return out;
  }

  /** Keys can have expressions too: a label's name, say. */
  private String key(String key, Node child, Variables scope) {
    return key.contains("${") ? String.valueOf(text(key, null, child, scope)) : key;
  }

  private List<@Nullable Object> list(SequenceNode list, Variables scope) {
    List<@Nullable Object> out = new ArrayList<>(list.items().size());
    for (Node item : list.items()) {
      Node loop = item.child("$for");
      if (loop != null) {
        repeat(item, loop, scope, out);
      } else {
        item(item, scope, out);
      }
    }
    return out;
  }

  private void item(Node item, Variables scope, List<@Nullable Object> out) {
    if (!holds(item, scope)) {
      return;
    }
    Node content = item.child("$value");
    Object value = value(content == null ? item : content, scope);
    if (value != null) {
      out.add(value);
    }
  }

  private void repeat(Node item, Node loop, Variables scope, List<@Nullable Object> out) {
    Matcher matcher = FOR.matcher(String.valueOf(loop.plain()));
    if (!matcher.matches()) {
      problems.add(
          loop.problem(
              "invalid-loop", "a $for reads NAME in EXPRESSION", "write $for: port in ports"));
      return;
    }
    String name = matcher.group(1);
    ScalarNode scalar = loop instanceof ScalarNode s ? s : null;
    Object over = run(matcher.group(2), matcher.start(2), scalar, loop, scope);
    Iterable<?> rows =
        switch (over) {
          case List<?> list -> list;
          case Map<?, ?> map -> entries(map);
          case null, default -> {
            if (over != null) {
              problems.add(
                  loop.problem("not-a-list", "a $for goes over a list or a mapping", "give one"));
            }
            yield List.of();
          }
        };
    for (Object row : rows) {
      if (++rounds > MOST_ROUNDS) {
        problems.add(
            loop.problem(
                "limit-exceeded", "the loops go on for more than " + MOST_ROUNDS + " rounds", ""));
        return;
      }
      item(item, scope.with(name, row), out);
    }
  }

  private static List<Object> entries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    map.entrySet().stream()
        .sorted(java.util.Comparator.comparing(e -> String.valueOf(e.getKey())))
        .forEach(e -> {
          Map<String, @Nullable Object> entry = new LinkedHashMap<>();
          entry.put("key", e.getKey());
          entry.put("value", e.getValue());
          entries.add(entry);
        });
    return entries;
  }

  private boolean holds(Node node, Variables scope) {
    Node condition = node.child("$if");
    if (condition == null) {
      return true;
    }
    if (condition.plain() instanceof Boolean flag) {
      return flag;
    }
    Object result = expression(String.valueOf(condition.plain()), condition, scope, problems);
    if (result != null && !(result instanceof Boolean)) {
      problems.add(condition.problem("not-a-condition", "an $if is true or false", "compare it"));
    }
    return Boolean.TRUE.equals(result);
  }

  private @Nullable Object scalar(ScalarNode scalar, Variables scope) {
    Object plain = scalar.plain();
    return plain instanceof String text && text.contains("${")
        ? text(text, scalar, scalar, scope)
        : plain;
  }

  private @Nullable Object text(
      String text, @Nullable ScalarNode scalar, Node node, Variables scope) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int start = text.indexOf("${", at);
      if (start < 0) {
        break;
      }
      if (start > 0 && text.charAt(start - 1) == '$') {
        out.append(text, at, start - 1).append("${");
        at = start + 2;
        continue;
      }
      int end = Braces.closing(text, start + 2);
      if (end < 0) {
        problems.add(
            node.problem(
                "unclosed-expression",
                "a ${ has no closing brace",
                "close it, or write $${ for the text itself"));
        return null;
      }
      Object value = run(text.substring(start + 2, end), start + 2, scalar, node, scope);
      if (start == 0 && end == text.length() - 1) {
        return value;
      }
      out.append(text, at, start);
      out.append(
          value instanceof String string ? string : value == null ? "" : Json.compact(value));
      at = end + 1;
    }
    return out.append(text, Math.min(at, text.length()), text.length()).toString();
  }

  private @Nullable Object run(
      String source,
      int offset,
      @Nullable ScalarNode scalar,
      @Nullable Node node,
      Variables scope) {
    Object found = PlainPath.find(source, scope.bindings());
    if (!(found instanceof PlainPath.Unknown)) {
      return found;
    }
    return switch (scope.expressions().compile(source)) {
      case Checked.Invalid<CelExpression>(List<Problem> wrong) -> {
        wrong.forEach(p -> add(p, source, offset, scalar, node));
        yield null;
      }
      case Checked.Valid<CelExpression>(CelExpression expression) ->
          switch (expression.evaluate(scope.bindings())) {
            case CelResult.Value value -> Results.plain(value.value());
            case CelResult.Failure failure -> {
              add(failure.problem(), source, offset, scalar, node);
              yield null;
            }
          };
    };
  }

  private void add(
      Problem problem,
      String source,
      int offset,
      @Nullable ScalarNode scalar,
      @Nullable Node node) {
    Problem named =
        problem.code().equals("unknown-variable") || problem.code().equals("undeclared-reference")
            ? new Problem(
                problem.code(),
                "",
                problem.message(),
                problem.nextStep() + " (for the text itself, write $${ instead of ${)",
                problem.severity(),
                problem.place())
            : problem;
    Place inside = named.place();
    if (node == null) {
      problems.add(named);
      return;
    }
    Place place = node.place();
    if (scalar != null && inside != null) {
      int from = Braces.offsetOf(source, inside.line(), inside.column());
      place = scalar.placeAt(offset + from, inside.length());
    }
    problems.add(named.withPath(node.path()).at(place));
  }
}
