package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.ResourceTypes;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.work.Bounds;
import dev.fleetwright.placement.work.CanonicalJson;
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
  private final WorldContent contents;

  WorkStage(Caches caches, Writer writer, WorldContent contents) {
    this.caches = caches;
    this.writer = writer;
    this.contents = contents;
  }

  /** The works of a world, by cluster. */
  SortedMap<String, List<ManifestWork>> worksOf(ObjectKey world) {
    return WorldWorks.of(world, caches);
  }

  /**
   * Delivers releases to a cluster. When one of them cannot be rendered nothing is changed there.
   *
   * @param releases by module
   * @param bindings of the world; consumers are told where their providers answer
   * @param needs which modules each module needs before it starts
   * @param gone releases that were chosen and do not exist any more
   */
  Delivery deliver(
      ObjectKey world,
      ManagedCluster cluster,
      SortedMap<String, Release> releases,
      List<DesiredBinding> bindings,
      SortedMap<String, List<String>> needs,
      List<String> gone,
      List<ManifestWork> existing) {
    WorldContent.Content content = contents.of(world, cluster, releases, bindings);
    List<String> mistakes = new ArrayList<>(gone);
    mistakes.addAll(content.mistakes());
    if (!mistakes.isEmpty()) {
      return new Delivery(Template.delivered(existing), new TreeMap<>(), mistakes, false);
    }
    if (content.objects().isEmpty()) {
      existing.forEach(writer::delete);
      return new Delivery(Optional.empty(), content.rendered(), List.of(), !existing.isEmpty());
    }
    return write(world, cluster.getMetadata().getName(), content, needs, existing);
  }

  private Delivery write(
      ObjectKey world,
      String cluster,
      WorldContent.Content content,
      SortedMap<String, List<String>> needs,
      List<ManifestWork> existing) {
    Map<String, ManifestWorkSpec> before = new TreeMap<>();
    existing.forEach(work -> before.put(work.getMetadata().getName(), work.getSpec()));
    Wrapped wrapped =
        Wrapping.wrap(
            new WorkOwner(WorldWorks.OWNER_KIND, world.namespace(), world.name()),
            cluster,
            content.objects().stream().map(WorkStage::manifest).toList(),
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
    return new Delivery(template, content.rendered(), mistakes, changed);
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
}
