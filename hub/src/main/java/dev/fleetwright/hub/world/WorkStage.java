package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.capability.kinds.ObjectKey;
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
   * @param mistakes why something was not delivered as chosen; the last good work stays then
   * @param changed whether something was written
   */
  record Delivery(Optional<TemplateRef> template, List<String> mistakes, boolean changed) {
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
   * @param needs which modules each module needs before it starts
   * @param gone releases that were chosen and do not exist any more
   */
  Delivery deliver(
      ObjectKey world,
      ManagedCluster cluster,
      SortedMap<String, Release> releases,
      SortedMap<String, List<String>> needs,
      List<String> gone,
      List<ManifestWork> existing) {
    String namespace = WorldNames.namespace(world.namespace(), world.name());
    Map<String, String> labels = Domain.orEmpty(cluster.getMetadata().getLabels());
    List<String> mistakes = new ArrayList<>(gone);
    List<Map<String, Object>> objects = new ArrayList<>();
    releases.forEach((module, release) -> {
      switch (renderer.render(
          release,
          namespace,
          labels.get(WorldClusters.ENVIRONMENT),
          labels.get(WorldClusters.REGION))) {
        case Checked.Valid<List<Map<String, Object>>>(var rendered) ->
            rendered.forEach(object -> objects.add(Components.marked(object, module)));
        case Checked.Invalid<List<Map<String, Object>>>(List<Problem> problems) ->
            problems.forEach(p -> mistakes.add(described(release, p)));
      }
    });
    if (!mistakes.isEmpty()) {
      return new Delivery(Template.delivered(existing), mistakes, false);
    }
    if (objects.isEmpty()) {
      existing.forEach(writer::delete);
      return new Delivery(Optional.empty(), List.of(), !existing.isEmpty());
    }
    objects.add(namespaceObject(namespace, world));
    return write(world, cluster.getMetadata().getName(), objects, needs, existing);
  }

  private Delivery write(
      ObjectKey world,
      String cluster,
      List<Map<String, Object>> objects,
      SortedMap<String, List<String>> needs,
      List<ManifestWork> existing) {
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
    Optional<TemplateRef> template = Template.of(wrapped.works(), needs);
    boolean changed = false;
    for (Work work : wrapped.works()) {
      ManifestWork wanted = object(work, template.orElseThrow(), wrapped.works().size());
      if (existing.stream().noneMatch(actual -> isFulfilled(wanted, actual))) {
        writer.apply(wanted, ManifestWork.class);
        changed = true;
      }
    }
    for (ManifestWork old : existing) {
      if (wrapped.works().stream().noneMatch(w -> w.name().equals(old.getMetadata().getName()))) {
        writer.delete(old);
        changed = true;
      }
    }
    return new Delivery(template, mistakes, changed);
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
                Map.of(
                    "game.platform/world", LabelValue.of(world.name()),
                    "game.platform/world-namespace", LabelValue.of(world.namespace())))));
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
