package dev.fleetwright.placement.work;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Expands what differs from cluster to cluster in the string values of an object:
 *
 * <pre>
 * {{.clusterName}}   {{ .region }}   {{index . "topology.kubernetes.io/zone"}}   {{"{{"}}
 * </pre>
 *
 * Keys of mappings are not expanded, and neither is what an expansion gives.
 */
public final class Templates {

  /** An object with this annotation set to {@code "true"} is expanded. */
  public static final String ANNOTATION = "control.kubestellar.io/expand-templates";

  /** Text beyond this is refused: the values of labels are short, and so is what they make. */
  private static final int LONGEST = 1_000_000;

  private Templates() {}

  public static boolean wanted(Map<String, String> annotations) {
    return "true".equals(annotations.get(ANNOTATION));
  }

  /** The object with its strings expanded, or everything that kept it from being so. */
  public static Checked<Map<String, Object>> expand(
      Map<String, Object> object, Map<String, String> values) {
    Expansion expansion = new Expansion(values);
    Map<String, Object> expanded = new LinkedHashMap<>();
    object.forEach((key, value) -> expanded.put(key, expansion.value(value, step("", key))));
    return expansion.problems.isEmpty()
        ? Checked.valid(expanded)
        : Checked.invalid(expansion.problems);
  }

  private static String step(String path, String key) {
    boolean plain = key.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
    return plain ? (path.isEmpty() ? key : path + "." + key) : path + "[\"" + key + "\"]";
  }

  private static final class Expansion {
    private final Map<String, String> values;
    private final List<Problem> problems = new ArrayList<>();

    Expansion(Map<String, String> values) {
      this.values = values;
    }

    @SuppressWarnings("NullAway") // A null inside a free-form object stays one.
    Object value(@Nullable Object value, String path) {
      return switch (value) {
        case String text when text.contains("{{") -> text(text, path);
        case Map<?, ?> map -> {
          Map<String, @Nullable Object> expanded = LinkedHashMap.newLinkedHashMap(map.size());
          map.forEach((key, child) -> {
            String name = String.valueOf(key);
            expanded.put(name, value(child, step(path, name)));
          });
          yield expanded;
        }
        case List<?> list -> {
          List<@Nullable Object> expanded = new ArrayList<>(list.size());
          for (Object element : list) {
            expanded.add(value(element, path + "[" + expanded.size() + "]"));
          }
          yield expanded;
        }
        case null, default -> value;
      };
    }

    private String text(String text, String path) {
      StringBuilder out = new StringBuilder();
      int at = 0;
      while (at < text.length()) {
        int open = text.indexOf("{{", at);
        if (open < 0) {
          break;
        }
        out.append(text, at, open);
        int close = closing(text, open + 2);
        if (close < 0) {
          problem("unclosed-template", path, text, open, 2, "the {{ is not closed", "add }}");
          return text;
        }
        String inside = text.substring(open + 2, close);
        boolean trimBefore = inside.startsWith("- ");
        boolean trimAfter = inside.endsWith(" -");
        int length = inside.length();
        String action =
            inside
                .substring(
                    trimBefore ? 2 : 0,
                    Math.max(trimBefore ? 2 : 0, trimAfter ? length - 2 : length))
                .strip();
        if (trimBefore) {
          out.setLength(out.toString().stripTrailing().length());
        }
        String expanded = action(action, path, text, open, close + 2 - open);
        if (expanded == null) {
          return text;
        }
        out.append(expanded);
        at = close + 2;
        while (trimAfter && at < text.length() && Character.isWhitespace(text.charAt(at))) {
          at++;
        }
        if (out.length() > LONGEST) {
          problem(
              "template-too-large",
              path,
              text,
              open,
              2,
              "the expanded text is too long",
              "shorten it");
          return text;
        }
      }
      return out.append(text, Math.min(at, text.length()), text.length()).toString();
    }

    /** The }} that closes, not one inside quotes. */
    private static int closing(String text, int from) {
      char quote = 0;
      for (int i = from; i + 1 < text.length(); i++) {
        char c = text.charAt(i);
        if (quote != 0) {
          if (c == '\\' && quote == '"') {
            i++;
          } else if (c == quote) {
            quote = 0;
          }
        } else if (c == '"' || c == '`') {
          quote = c;
        } else if (c == '}' && text.charAt(i + 1) == '}') {
          return i;
        }
      }
      return -1;
    }

    private @Nullable String action(String action, String path, String text, int open, int length) {
      if (action.matches("\\.[A-Za-z_][A-Za-z0-9_]*")) {
        return lookUp(action.substring(1), path, text, open, length);
      }
      String quoted = action.startsWith("index") ? index(action) : null;
      if (quoted != null) {
        String key = unquoted(quoted);
        return key == null
            ? notUnderstood(action, path, text, open, length)
            : lookUp(key, path, text, open, length);
      }
      String literal = unquoted(action);
      return literal == null ? notUnderstood(action, path, text, open, length) : literal;
    }

    private static @Nullable String index(String action) {
      String rest = action.substring("index".length()).strip();
      return rest.startsWith(".") ? rest.substring(1).strip() : null;
    }

    private static @Nullable String unquoted(String literal) {
      int last = literal.length() - 1;
      if (last < 1 || literal.charAt(0) != literal.charAt(last)) {
        return null;
      }
      String inside = literal.substring(1, last);
      return switch (literal.charAt(0)) {
        case '`' -> inside.contains("`") ? null : inside;
        case '"' ->
            inside.matches("(?:[^\"\\\\]|\\\\[\"\\\\])*+")
                ? inside.replaceAll("\\\\([\"\\\\])", "$1")
                : null;
        default -> null;
      };
    }

    private @Nullable String lookUp(String key, String path, String text, int open, int length) {
      String value = values.get(key);
      if (value == null) {
        problem(
            "unknown-property",
            path,
            text,
            open,
            length,
            "the cluster has no label or property \"" + key + "\"",
            Suggestion.nearest(key, values.keySet())
                .map(near -> "did you mean \"" + near + "\"?")
                .orElse("label the cluster, or take the name of one of its labels"));
      }
      return value;
    }

    private @Nullable String notUnderstood(
        String action, String path, String text, int open, int length) {
      problem(
          "invalid-template",
          path,
          text,
          open,
          length,
          "\"" + action + "\" is no template that can be expanded",
          "write {{.clusterName}}, {{.label}} or {{index . \"a.b/label\"}}; write {{\"{{\"}} for"
              + " the braces themselves");
      return null;
    }

    private void problem(
        String code, String path, String text, int at, int length, String message, String fix) {
      int lineStart = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
      if (lineStart > at) {
        lineStart = 0;
      }
      int lineEnd = text.indexOf('\n', at);
      String line = text.substring(lineStart, lineEnd < 0 ? text.length() : lineEnd);
      int lineNumber =
          1 + (int) text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
      int column = line.codePointCount(0, Math.min(line.length(), at - lineStart)) + 1;
      problems.add(
          new Problem(code, path, message, fix)
              .at(new Place("<template>", lineNumber, column, Math.max(1, length), line)));
    }
  }
}
