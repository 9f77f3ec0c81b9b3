package dev.fleetwright.cli.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.Render;
import dev.fleetwright.render.RenderedObject;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Leaves;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A test that a Transformer document carries under {@code tests}: {@code name}, {@code component},
 * {@code expect} (objects, of which the fields given must be equal) or {@code expectProblem} (a
 * code).
 */
record TransformerTest(
    String name, String transformer, Provider provider, Map<String, @Nullable Object> plain) {

  static List<TransformerTest> of(Node root, Library library) {
    List<TransformerTest> tests = new ArrayList<>();
    String fqn = ProviderCommand.nameOf(root);
    if (!(root.child("tests") instanceof SequenceNode list)) {
      return tests;
    }
    Provider provider =
        library.providers().values().stream()
            .filter(p -> p.transformers().containsKey(fqn))
            .findFirst()
            .orElse(null);
    for (Node item : list.items()) {
      if (provider != null && item.plain() instanceof Map<?, ?> map) {
        tests.add(
            new TransformerTest(
                fqn + ": " + Fields.text(map, "name", "test " + (tests.size() + 1)),
                fqn,
                provider,
                Fields.cast(map)));
      }
    }
    return tests;
  }

  /** What differs from what was expected; empty when nothing does. */
  List<String> run() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("apiVersion", "core.opm.dev/v1");
    document.put("kind", "Module");
    document.put("metadata", Map.of("name", "test"));
    document.put("components", Map.of("test", Fields.map(plain, "component")));
    return switch (ModuleReader.read(Node.of(document))) {
      case Checked.Invalid<Module>(List<Problem> found) -> told(found);
      case Checked.Valid<Module>(Module module) ->
          compare(Render.render(module, provider, TransformerContext.of(module)));
    };
  }

  private List<String> compare(Rendering rendering) {
    String wanted = Fields.text(plain, "expectProblem");
    if (wanted != null) {
      return rendering.problems().stream().anyMatch(p -> p.code().equals(wanted))
          ? List.of()
          : List.of("expected the problem " + wanted + ", found " + told(rendering.problems()));
    }
    if (!rendering.isValid()) {
      return told(rendering.errors());
    }
    List<Map<String, @Nullable Object>> expected = Fields.maps(plain, "expect");
    List<RenderedObject> given =
        rendering.objects().stream()
            .filter(o -> o.transformer().equals(transformer) || o.patchedBy().contains(transformer))
            .toList();
    List<String> complaints = new ArrayList<>();
    if (expected.size() != given.size()) {
      complaints.add("expected " + expected.size() + " objects, found " + given.size());
      return complaints;
    }
    for (int i = 0; i < expected.size(); i++) {
      Map<String, @Nullable Object> actual = Leaves.of(given.get(i).object());
      for (Map.Entry<String, @Nullable Object> leaf : Leaves.of(expected.get(i)).entrySet()) {
        if (!Objects.equals(leaf.getValue(), actual.get(leaf.getKey()))) {
          complaints.add(
              given.get(i).identity()
                  + " "
                  + leaf.getKey()
                  + ": expected "
                  + Json.compact(leaf.getValue())
                  + ", found "
                  + Json.compact(actual.get(leaf.getKey())));
        }
      }
    }
    return complaints;
  }

  private static List<String> told(List<Problem> problems) {
    return problems.stream().map(p -> p.message() + " [" + p.code() + "]").toList();
  }
}
