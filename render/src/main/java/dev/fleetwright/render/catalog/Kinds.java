package dev.fleetwright.render.catalog;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of {@code core.opm.dev/v1}: each kind has a schema, kept as data beside the code.
 */
public final class Kinds {

  public static final String API_VERSION = "core.opm.dev/v1";

  private static final Map<String, Schema> SCHEMAS = load();

  private Kinds() {}

  private static Map<String, Schema> load() {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    Map<String, @Nullable Object> file = Resources.mapping("kinds.yaml");
    Object shared = file.get("$defs");
    file.forEach((kind, schema) -> {
      if (!kind.startsWith("$") && schema instanceof Map<?, ?> map) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>(Fields.cast(map));
        whole.put("$defs", shared);
        schemas.put(kind, Schema.compile(whole).orThrow());
      }
    });
    return schemas;
  }

  public static Set<String> names() {
    return SCHEMAS.keySet();
  }

  /** The kind of a document, or null with a problem when it is none of ours. */
  public static @Nullable String kindOf(Node root, List<Problem> problems) {
    Object plain = root.plain();
    String apiVersion = Fields.text(plain, "apiVersion");
    String kind = Fields.text(plain, "kind");
    if (!API_VERSION.equals(apiVersion)) {
      problems.add(
          problemAt(
              root,
              "apiVersion",
              "unknown-api-version",
              apiVersion == null
                  ? "the document has no apiVersion"
                  : "the apiVersion \"" + apiVersion + "\" is not known here",
              "write apiVersion: " + API_VERSION));
      return null;
    }
    if (kind == null || !SCHEMAS.containsKey(kind)) {
      problems.add(
          problemAt(
              root,
              "kind",
              "unknown-kind",
              kind == null ? "the document has no kind" : "the kind \"" + kind + "\" is not known",
              Suggestion.nearest(String.valueOf(kind), names())
                  .map(nearest -> "did you mean \"" + nearest + "\"?")
                  .orElse("use one of: " + String.join(", ", names()))));
      return null;
    }
    return kind;
  }

  private static Problem problemAt(
      Node root, String field, String code, String message, String nextStep) {
    Node node = root.child(field);
    return node == null
        ? root.relocate(new Problem(code, field, message, nextStep)).at(root.place())
        : node.problem(code, message, nextStep);
  }

  /** Checks a document against its kind's schema; the result has the kind's defaults. */
  public static Map<String, @Nullable Object> check(
      Node root, String kind, List<Problem> problems) {
    Schema schema = SCHEMAS.get(kind);
    if (schema == null) {
      throw new IllegalArgumentException("no kind: " + kind);
    }
    Schema.Result result = schema.check(root.plain());
    result.problems().forEach(problem -> problems.add(Located.in(root, problem)));
    return result.value() instanceof Map<?, ?> map
        ? Fields.cast(map)
        : new LinkedHashMap<>(Map.of("problems", new ArrayList<>()));
  }
}
