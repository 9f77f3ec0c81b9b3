package dev.fleetwright.placement.fields;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path to fields of an object, in the part of JSONPath that names fields: {@code
 * $.spec.replicas}, {@code $["foo.bar/baz"].zork}, {@code $.spec.containers[0]}, {@code
 * $.spec.containers[*].image}.
 *
 * @param text as it was written
 */
@SuppressWarnings("ReferenceEquality") // An unchanged part is the same instance, and is not copied.
public record FieldPath(String text, List<Step> steps) {

  /** One step down. */
  public sealed interface Step {

    /** Into the value of a key. */
    record Key(String name) implements Step {}

    /** Into an element of a list, counted from 0. */
    record Index(int index) implements Step {}

    /** Into all elements of a list, or all values of a mapping. */
    record Each() implements Step {}
  }

  /** Without these an object is none; a work that carries such a thing fails as a whole. */
  private static final List<List<String>> IDENTITY =
      List.of(
          List.of("apiVersion"),
          List.of("kind"),
          List.of("metadata"),
          List.of("metadata", "name"),
          List.of("metadata", "namespace"));

  public FieldPath {
    steps = List.copyOf(steps);
  }

  public static Checked<FieldPath> parse(String text) {
    try {
      FieldPath path = new FieldPath(text, new Parser(text).steps());
      return path.touchesIdentity()
          ? Checked.invalid(
              new Problem(
                      "field-not-removable",
                      "",
                      "\"" + text + "\" belongs to the identity of the object",
                      "remove other fields; apiVersion, kind, name and namespace always stay")
                  .at(Place.inLine("<path>", text, 1, text.length())))
          : Checked.valid(path);
    } catch (Mistake e) {
      return Checked.invalid(
          new Problem(
                  "invalid-path",
                  "",
                  e.said,
                  "write a path such as $.spec.replicas, $.metadata.labels[\"a.b/c\"] or"
                      + " $.spec.containers[*].image")
              .at(Place.inLine("<path>", text, e.column + 1, 1)));
    }
  }

  private boolean touchesIdentity() {
    if (steps.size() > 2) {
      return false;
    }
    for (List<String> identity : IDENTITY) {
      boolean all = identity.size() == steps.size();
      for (int i = 0; all && i < steps.size(); i++) {
        all =
            switch (steps.get(i)) {
              case Step.Key(String name) -> name.equals(identity.get(i));
              case Step.Each() -> true;
              case Step.Index _ -> false;
            };
      }
      if (all) {
        return true;
      }
    }
    return false;
  }

  /** The object without the fields that the path names; the same instance when it names none. */
  public Map<String, Object> removeFrom(Map<String, Object> object) {
    Object without = remove(object, 0);
    if (without instanceof Map<?, ?> map && without != object) {
      Map<String, Object> result = LinkedHashMap.newLinkedHashMap(map.size());
      map.forEach((key, value) -> result.put(String.valueOf(key), value));
      return result;
    }
    return object;
  }

  private @Nullable Object remove(@Nullable Object value, int depth) {
    return switch (steps.get(depth)) {
      case Step.Key(String name) ->
          value instanceof Map<?, ?> map ? removeKey(map, name, depth) : value;
      case Step.Index(int index) ->
          value instanceof List<?> list && index < list.size()
              ? removeElements(list, index, index + 1, depth)
              : value;
      case Step.Each() ->
          switch (value) {
            case List<?> list -> removeElements(list, 0, list.size(), depth);
            case Map<?, ?> map -> removeEach(map, depth);
            case null, default -> value;
          };
    };
  }

  private Object removeKey(Map<?, ?> map, String name, int depth) {
    if (!map.containsKey(name)) {
      return map;
    }
    Object old = map.get(name);
    boolean last = depth == steps.size() - 1;
    Object changed = last ? null : remove(old, depth + 1);
    if (!last && changed == old) {
      return map;
    }
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(map);
    if (last) {
      copy.remove(name);
    } else {
      copy.put(name, changed);
    }
    return copy;
  }

  private Object removeEach(Map<?, ?> map, int depth) {
    Object result = map;
    for (Object key : List.copyOf(map.keySet())) {
      if (result instanceof Map<?, ?> rest && key instanceof String name) {
        result = removeKey(rest, name, depth);
      }
    }
    return result;
  }

  private Object removeElements(List<?> list, int from, int to, int depth) {
    boolean last = depth == steps.size() - 1;
    boolean changed = last && from < to;
    List<@Nullable Object> copy = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      Object old = list.get(i);
      if (i < from || i >= to) {
        copy.add(old);
      } else if (!last) {
        Object element = remove(old, depth + 1);
        changed |= element != old;
        copy.add(element);
      }
    }
    return changed ? copy : list;
  }

  @Override
  public String toString() {
    return text;
  }

  private static final class Mistake extends Exception {
    final String said;
    final int column;

    Mistake(String said, int column) {
      super(said, null, false, false);
      this.said = said;
      this.column = column;
    }
  }

  private static final class Parser {
    private static final int MOST_STEPS = 100;

    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    List<Step> steps() throws Mistake {
      if (text.isEmpty() || text.charAt(0) != '$') {
        throw new Mistake("a path begins with $", 0);
      }
      at = 1;
      List<Step> steps = new ArrayList<>();
      while (at < text.length()) {
        steps.add(step());
        if (steps.size() > MOST_STEPS) {
          throw new Mistake("the path has more than " + MOST_STEPS + " steps", at - 1);
        }
      }
      if (steps.isEmpty()) {
        throw new Mistake("the path names the whole object", 0);
      }
      return steps;
    }

    private Step step() throws Mistake {
      char c = text.charAt(at);
      if (c == '.') {
        at++;
        return dotted();
      }
      if (c == '[') {
        at++;
        return bracketed();
      }
      throw new Mistake("wanted . or [ here", at);
    }

    private Step dotted() throws Mistake {
      if (at < text.length() && text.charAt(at) == '*') {
        at++;
        return new Step.Each();
      }
      int start = at;
      while (at < text.length() && isNamePart(text.charAt(at), at > start)) {
        at++;
      }
      if (at == start) {
        throw new Mistake("wanted the name of a field after the .", Math.min(at, text.length()));
      }
      return new Step.Key(text.substring(start, at));
    }

    private static boolean isNamePart(char c, boolean inside) {
      return c == '_'
          || (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || c > 0x7f
          || (inside && (c == '-' || (c >= '0' && c <= '9')));
    }

    private Step bracketed() throws Mistake {
      if (at >= text.length()) {
        throw new Mistake("the [ is not closed", at - 1);
      }
      char c = text.charAt(at);
      Step step;
      if (c == '*') {
        at++;
        step = new Step.Each();
      } else if (c == '"' || c == '\'') {
        step = new Step.Key(quoted(c));
      } else if (c >= '0' && c <= '9') {
        step = index();
      } else {
        throw new Mistake("wanted a name in quotes, a number or * after the [", at);
      }
      if (at >= text.length() || text.charAt(at) != ']') {
        throw new Mistake("wanted ] here", at);
      }
      at++;
      return step;
    }

    private Step index() throws Mistake {
      int start = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      if (at - start > 9) {
        throw new Mistake("the number is too large", start);
      }
      return new Step.Index(Integer.parseInt(text, start, at, 10));
    }

    private String quoted(char quote) throws Mistake {
      int start = at++;
      StringBuilder name = new StringBuilder();
      while (at < text.length() && text.charAt(at) != quote) {
        if (text.charAt(at) == '\\') {
          at++;
          if (at >= text.length() || "\\\"'/".indexOf(text.charAt(at)) < 0) {
            throw new Mistake("only quotes, / and \\ can follow a \\", at - 1);
          }
        }
        name.append(text.charAt(at++));
      }
      if (at >= text.length()) {
        throw new Mistake("the quote is not closed", start);
      }
      at++;
      return name.toString();
    }
  }
}
