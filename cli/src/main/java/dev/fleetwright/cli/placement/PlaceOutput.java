package dev.fleetwright.cli.placement;

import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.PlacementKinds;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.placement.work.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A placement for people and for programs. */
final class PlaceOutput {

  private static final int CLUSTERS_SHOWN = 4;

  private PlaceOutput() {}

  /**
   * Bindings and works as tables.
   *
   * @param shown the objects to show
   */
  static String tables(
      LivePlacement live,
      SortedMap<String, BindingSpec> bindings,
      List<Work> works,
      Set<ObjectKey> shown) {
    Table objects = new Table("POLICY", "OBJECT", "CLUSTERS", "MODULATION");
    boolean any = false;
    for (Map.Entry<String, BindingSpec> binding : bindings.entrySet()) {
      List<String> clusters = binding.getValue().clusters();
      for (var reference : BindingReferences.of(binding.getValue()).entrySet()) {
        if (shown.contains(reference.getKey())) {
          any = true;
          List<String> words = new ArrayList<>();
          if (reference.getValue().createOnly()) {
            words.add("create only");
          }
          if (!reference.getValue().statusCollectors().isEmpty()) {
            words.add("collectors " + String.join(",", reference.getValue().statusCollectors()));
          }
          if (reference.getValue().wantSingletonReportedState()) {
            words.add(
                "singleton, executing on "
                    + live.singleton(reference.getKey()).executingCount().orElse("0"));
          }
          objects.row(
              binding.getKey(),
              reference.getKey().toString(),
              clusters(clusters),
              words.isEmpty() ? "-" : String.join("; ", words));
        }
      }
    }
    StringBuilder out = new StringBuilder(any ? objects.render() : "no policy takes an object\n");
    if (!works.isEmpty()) {
      Table table = new Table("CLUSTER", "WORK", "OBJECTS", "BYTES");
      works.forEach(work ->
          table.row(
              work.cluster(),
              work.name(),
              Integer.toString(work.spec().manifests().size()),
              Integer.toString(CanonicalJson.size(work.spec().manifests()))));
      out.append('\n').append(table.render());
    }
    return out.toString();
  }

  private static String clusters(List<String> clusters) {
    if (clusters.isEmpty()) {
      return "none";
    }
    String first = String.join(",", clusters.subList(0, Math.min(CLUSTERS_SHOWN, clusters.size())));
    return clusters.size() <= CLUSTERS_SHOWN
        ? first
        : first + " and " + (clusters.size() - CLUSTERS_SHOWN) + " more";
  }

  /** Bindings and works as objects that could be applied. */
  static List<Map<String, @Nullable Object>> objects(
      SortedMap<String, BindingSpec> bindings, List<Work> works) {
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    bindings.forEach((name, spec) ->
        objects.add(
            object(
                PlacementKinds.CONTROL,
                "Binding",
                new LinkedHashMap<>(Map.of("name", name)),
                spec)));
    works.forEach(work -> {
      Map<String, Object> metadata = new LinkedHashMap<>();
      metadata.put("name", work.name());
      metadata.put("namespace", work.cluster());
      metadata.put("labels", work.labels());
      metadata.put("annotations", Map.of(Work.DIGEST, work.digest()));
      objects.add(object(PlacementKinds.WORK, "ManifestWork", metadata, work.spec()));
    });
    return objects;
  }

  private static Map<String, @Nullable Object> object(
      String apiVersion, String kind, Map<String, Object> metadata, Object spec) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("apiVersion", apiVersion);
    object.put("kind", kind);
    object.put("metadata", metadata);
    object.put("spec", Machine.fromJson(Machine.json(spec)));
    return object;
  }
}
