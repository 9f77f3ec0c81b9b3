package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.capability.Consumers;
import dev.fleetwright.hub.capability.EndpointVariables;
import dev.fleetwright.hub.capability.ServiceAddress;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.ResourceTypes;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.work.Bounds;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.placement.work.Manifest;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.placement.work.WorkOwner;
import dev.fleetwright.placement.work.Wrapped;
import dev.fleetwright.placement.work.Wrapping;
import dev.fleetwright.swarm.protocol.TemplateRef;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Renders the chosen releases of a world for a cluster and writes its works. */
final class WorkStage {

  /**
   * What is in the mailbox of a cluster now.
   *
   * @param template empty when there is nothing to deliver
   * @param rendered what the chosen releases became, by module; empty where there were mistakes
   * @param mistakes why something was not delivered as chosen; the last good work stays then
   * @param changed whether something was written
   */
  record Delivery(
      Optional<TemplateRef> template,
      SortedMap<String, List<Map<String, Object>>> rendered,
      List<String> mistakes,
      boolean changed) {
    Delivery {
      mistakes = List.copyOf(mistakes);
    }
  }

  private final Caches caches;
  private final Writer writer;
  private final ModuleRenderer renderer;

  WorkStage(Caches caches, Writer writer, ModuleRenderer renderer) {
    this.caches = caches;
    this.writer = writer;
    this.renderer = renderer;
  }

  /** The works of a world, by cluster. */
  SortedMap<String, List<ManifestWork>> worksOf(ObjectKey world) {
    return WorldWorks.of(world, caches.works().all());
  }

  /**
   * Delivers releases to a cluster. When one of them cannot be rendered nothing is changed there.
   *
   * @param releases by module
   * @param bindings of the world; consumers are told where their providers answer
   * @param gone releases that were chosen and do not exist any more
   */
  Delivery deliver(
      ObjectKey world,
      ManagedCluster cluster,
      SortedMap<String, Release> releases,
      List<DesiredBinding> bindings,
      List<String> gone,
      List<ManifestWork> existing) {
    List<String> mistakes = new ArrayList<>(gone);
    SortedMap<String, List<Map<String, Object>>> rendered =
        rendered(world, cluster, releases, mistakes);
    List<Map<String, Object>> objects = withEndpoints(world, rendered, bindings);
    mistakes.addAll(doubles(objects));
    if (!mistakes.isEmpty()) {
      return new Delivery(Template.delivered(existing), new TreeMap<>(), mistakes, false);
    }
    if (objects.isEmpty()) {
      existing.forEach(writer::delete);
      return new Delivery(Optional.empty(), rendered, List.of(), !existing.isEmpty());
    }
    objects.add(namespaceObject(namespace(world), world));
    return write(world, cluster.getMetadata().getName(), objects, existing, rendered);
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
        case Checked.Valid<List<Map<String, Object>>>(var objects) -> rendered.put(module, objects);
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

  private Delivery write(
      ObjectKey world,
      String cluster,
      List<Map<String, Object>> objects,
      List<ManifestWork> existing,
      SortedMap<String, List<Map<String, Object>>> rendered) {
    Map<String, ManifestWorkSpec> before = new TreeMap<>();
    existing.forEach(work -> before.put(work.getMetadata().getName(), work.getSpec()));
    Wrapped wrapped =
        Wrapping.wrap(
            new WorkOwner(WorldWorks.OWNER_KIND, world.namespace(), world.name()),
            cluster,
            objects.stream().map(WorkStage::manifest).toList(),
            before,
            Bounds.DEFAULT);
    List<String> mistakes = new ArrayList<>();
    wrapped
        .problems()
        .forEach((key, problems) -> problems.forEach(p -> mistakes.add(key + ": " + p.message())));
    Optional<TemplateRef> template = Template.of(wrapped.works());
    boolean changed = false;
    for (Work work : wrapped.works()) {
      ManifestWork wanted = object(work, template.orElseThrow(), wrapped.works().size());
      if (existing.stream().noneMatch(actual -> isFulfilled(wanted, actual))) {
        writer.apply(wanted, ManifestWork.class, caches.works());
        changed = true;
      }
    }
    for (ManifestWork old : existing) {
      if (wrapped.works().stream().noneMatch(w -> w.name().equals(old.getMetadata().getName()))) {
        writer.delete(old);
        changed = true;
      }
    }
    return new Delivery(template, rendered, mistakes, changed);
  }

  void delete(Collection<ManifestWork> works) {
    works.forEach(writer::delete);
  }

  private static ManifestWork object(Work work, TemplateRef template, int parts) {
    ManifestWork object = new ManifestWork();
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(work.name())
            .withNamespace(work.cluster())
            .withLabels(work.labels())
            .withAnnotations(Template.annotations(work, template, parts))
            .build());
    object.setSpec(work.spec());
    return object;
  }

  private static boolean isFulfilled(ManifestWork wanted, ManifestWork actual) {
    return actual.getMetadata().getName().equals(wanted.getMetadata().getName())
        && Domain.orEmpty(actual.getMetadata().getLabels())
            .entrySet()
            .containsAll(wanted.getMetadata().getLabels().entrySet())
        && Domain.orEmpty(actual.getMetadata().getAnnotations())
            .entrySet()
            .containsAll(wanted.getMetadata().getAnnotations().entrySet())
        && CanonicalJson.of(actual.getSpec().manifests())
            .equals(CanonicalJson.of(wanted.getSpec().manifests()));
  }

  private static Manifest manifest(Map<String, Object> object) {
    ResourceType type =
        ResourceTypes.standard().of(Plain.text(object, "apiVersion"), Plain.text(object, "kind"));
    Map<String, Object> metadata = Plain.child(object, "metadata");
    return new Manifest.Ready(
        new dev.fleetwright.placement.ObjectKey(
            type.group(),
            type.resource(),
            type.namespaced() ? Plain.text(metadata, "namespace") : "",
            Plain.text(metadata, "name")),
        type.kind(),
        false,
        object);
  }

  private static Map<String, Object> namespaceObject(String name, ObjectKey world) {
    return Plain.of(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Namespace",
            "metadata",
            Map.of(
                "name",
                name,
                "labels",
                worldLabels(world))));
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
