package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.Release;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.capability.Consumers;
import dev.fleetwright.hub.capability.EndpointVariables;
import dev.fleetwright.hub.capability.ServiceAddress;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.render.Library;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What a world is at a cluster: its chosen releases rendered, and consumers told. It writes
 * nothing.
 */
public final class WorldContent {

  /**
   * The objects of a world at a cluster.
   *
   * @param rendered what each release became by itself, by module
   * @param objects everything that is to be delivered; empty when there is nothing or a mistake
   */
  public record Content(
      SortedMap<String, List<Map<String, Object>>> rendered,
      List<Map<String, Object>> objects,
      List<String> mistakes) {
    public Content {
      objects = List.copyOf(objects);
      mistakes = List.copyOf(mistakes);
    }
  }

  private final ModuleRenderer renderer;

  /** Asks for the library each time, since catalogs change. */
  public WorldContent(Supplier<Library> library) {
    this.renderer = new ModuleRenderer(library);
  }

  /**
   * Renders.
   *
   * @param releases by module
   * @param bindings of the world; consumers are told where their providers answer
   */
  public Content of(
      ObjectKey world,
      ManagedCluster cluster,
      SortedMap<String, Release> releases,
      List<DesiredBinding> bindings) {
    List<String> mistakes = new ArrayList<>();
    SortedMap<String, List<Map<String, Object>>> rendered =
        rendered(world, cluster, releases, mistakes);
    List<Map<String, Object>> objects = withEndpoints(world, rendered, bindings);
    mistakes.addAll(doubles(objects));
    if (!mistakes.isEmpty()) {
      return new Content(rendered, List.of(), mistakes);
    }
    if (!objects.isEmpty()) {
      objects.add(namespaceObject(namespace(world), world));
    }
    return new Content(rendered, objects, mistakes);
  }

  private SortedMap<String, List<Map<String, Object>>> rendered(
      ObjectKey world,
      ManagedCluster cluster,
      SortedMap<String, Release> releases,
      List<String> mistakes) {
    Map<String, String> labels = Domain.orEmpty(cluster.getMetadata().getLabels());
    SortedMap<String, List<Map<String, Object>>> rendered = new TreeMap<>();
    releases.forEach((module, release) -> {
      switch (renderer.render(
          release,
          namespace(world),
          labels.get(WorldClusters.ENVIRONMENT),
          labels.get(WorldClusters.REGION))) {
        case Checked.Valid<List<Map<String, Object>>>(var objects) ->
            rendered.put(module, objects.stream().map(o -> Components.marked(o, module)).toList());
        case Checked.Invalid<List<Map<String, Object>>>(List<Problem> problems) ->
            problems.forEach(p -> mistakes.add(described(release, p)));
      }
    });
    return rendered;
  }

  /** Everything of the world, with each consumer told where its providers answer here. */
  private static List<Map<String, Object>> withEndpoints(
      ObjectKey world,
      SortedMap<String, List<Map<String, Object>>> rendered,
      List<DesiredBinding> bindings) {
    SortedMap<String, SortedMap<String, String>> variables =
        EndpointVariables.of(
            bindings,
            binding ->
                ServiceAddress.of(
                    rendered.getOrDefault(binding.provision().module(), List.of()),
                    binding.need().capabilityId()));
    List<Map<String, Object>> all = new ArrayList<>();
    rendered.forEach((module, objects) -> {
      SortedMap<String, String> mine = variables.getOrDefault(module, new TreeMap<>());
      all.addAll(Consumers.told(objects, mine));
      if (!objects.isEmpty() && !mine.isEmpty()) {
        all.add(Consumers.configMap(module, namespace(world), worldLabels(world), mine));
      }
    });
    return all;
  }

  /** Two modules that make the same object would take it from each other. */
  private static List<String> doubles(List<Map<String, Object>> objects) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    objects.forEach(object ->
        counts.merge(
            Plain.text(object, "kind")
                + " "
                + Plain.text(Plain.child(object, "metadata"), "name")
                + " of "
                + Plain.text(object, "apiVersion"),
            1,
            Integer::sum));
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 1)
        .map(count ->
            count.getKey()
                + " is made "
                + count.getValue()
                + " times (rename the component of one module)")
        .toList();
  }

  private static String namespace(ObjectKey world) {
    return WorldNames.namespace(world.namespace(), world.name());
  }

  private static Map<String, Object> namespaceObject(String name, ObjectKey world) {
    return Plain.of(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Namespace",
            "metadata",
            Map.of("name", name, "labels", worldLabels(world))));
  }

  private static Map<String, String> worldLabels(ObjectKey world) {
    return Map.of(
        "game.platform/world",
        LabelValue.of(world.name()),
        "game.platform/world-namespace",
        LabelValue.of(world.namespace()));
  }

  private static String described(Release release, Problem problem) {
    return "release "
        + release.getMetadata().getName()
        + (problem.path().isEmpty() ? "" : " " + problem.path())
        + ": "
        + problem.message()
        + " ("
        + problem.nextStep()
        + ")";
  }
}
