package dev.fleetwright.hub.plan;

import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.plan.PreviewLine.Sign;
import dev.fleetwright.hub.plan.PreviewLine.Subject;
import dev.fleetwright.hub.release.ReleaseObjects;
import dev.fleetwright.hub.release.ReleaseStage;
import dev.fleetwright.hub.release.TargetStatuses;
import dev.fleetwright.hub.why.WorldFacts;
import dev.fleetwright.hub.world.Domain;
import dev.fleetwright.hub.world.Targets;
import dev.fleetwright.hub.world.WorldClusters;
import dev.fleetwright.hub.world.WorldContent;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.release.Admission;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Intents;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.render.Library;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a hub would do to a world if its objects were as given: the steps of a reconcile by the same
 * cores, without writing. What is there now comes from the same facts.
 */
public final class WorldPreview {

  private final WorldFacts facts;
  private final Library library;
  private final Instant now;
  private final ObjectKey key;
  private final List<PreviewLine> lines = new ArrayList<>();

  private WorldPreview(WorldFacts facts, Library library, Instant now) {
    this.facts = facts;
    this.library = library;
    this.now = now;
    this.key =
        new ObjectKey(
            facts.world().getMetadata().getNamespace(), facts.world().getMetadata().getName());
  }

  /** The changes to come, in a fixed order. */
  public static List<PreviewLine> of(WorldFacts facts, Library library, Instant now) {
    WorldPreview preview = new WorldPreview(facts, library, now);
    preview.run();
    return List.copyOf(preview.lines);
  }

  private void run() {
    WorldInstance world = facts.world();
    BindingPlan plan =
        CapabilityResolver.resolve(
            Domain.world(world),
            facts.game() == null ? null : Domain.game(facts.game()),
            facts.manifests().stream().map(Domain::manifest).toList(),
            facts.bindings().stream().map(Domain::binding).toList());
    bindings(plan);
    WorldClusters selected = WorldClusters.of(world.getSpec(), facts.clusters());
    if (!plan.isResolved() || !selected.problems().isEmpty()) {
      add(
          Sign.WRONG,
          Subject.WORLD,
          "",
          plan.isResolved() ? String.join(", ", selected.problems()) : plan.message());
      return;
    }
    SortedMap<String, ReleaseTarget> targets = decide(world, plan, selected);
    objects(plan, selected, targets);
  }

  private void bindings(BindingPlan plan) {
    for (DesiredBinding desired : plan.desired()) {
      String text =
          desired.need().described()
              + " → "
              + desired.provision().module()
              + " "
              + desired.provision().offered().version();
      switch (desired.action()) {
        case CREATE -> add(Sign.ADD, Subject.BINDING, "", text);
        case UPDATE -> add(Sign.CHANGE, Subject.BINDING, "", text + before(desired.name()));
        case REFUSE ->
            add(Sign.WRONG, Subject.BINDING, "", text + ": its name is taken by another object");
        case KEEP -> {}
      }
    }
    plan.stale()
        .forEach(stale ->
            add(
                Sign.REMOVE,
                Subject.BINDING,
                "",
                stale.spec().consumer().moduleManifestName()
                    + " → "
                    + stale.spec().provider().moduleManifestName()
                    + " for "
                    + stale.spec().capabilityId()));
  }

  private String before(String name) {
    for (CapabilityBinding binding : facts.bindings()) {
      if (binding.getMetadata().getName().equals(name)) {
        var provider = binding.getSpec().provider();
        return " (was " + provider.moduleManifestName() + " " + provider.capabilityVersion() + ")";
      }
    }
    return "";
  }

  /** Each target with the release that it would get; what is blocked keeps what it has. */
  private SortedMap<String, ReleaseTarget> decide(
      WorldInstance world, BindingPlan plan, WorldClusters selected) {
    SortedSet<String> modules =
        plan.resolution() == null
            ? new TreeSet<>()
            : new TreeSet<>(plan.resolution().modules().keySet());
    SortedSet<String> released = new TreeSet<>();
    for (HasMetadata object : facts.releaseObjects()) {
      if (object instanceof Release release) {
        released.add(release.getSpec().deployment());
      }
    }
    Map<String, ReleaseTarget> existing = new LinkedHashMap<>();
    facts.targets().forEach(target -> existing.put(target.getMetadata().getName(), target));
    existing.values().stream()
        .filter(target -> key.name().equals(target.getSpec().world()))
        .forEach(target -> released.add(target.getSpec().deployment()));
    released.retainAll(modules);
    ReleaseObjects objects = ReleaseObjects.of(facts.releaseObjects());
    Map<String, Target> fleet = new TreeMap<>();
    existing.values().forEach(target -> put(fleet, target));
    SortedMap<String, ReleaseTarget> wanted = new TreeMap<>();
    for (ManagedCluster cluster : selected.clusters()) {
      for (String module : released) {
        ReleaseTarget target = Targets.of(world, module, cluster);
        ReleaseTarget known = existing.get(target.getMetadata().getName());
        if (known != null) {
          target.setStatus(known.getStatus());
        }
        wanted.put(target.getMetadata().getName(), target);
        put(fleet, target);
      }
    }
    Snapshot snapshot = objects.snapshot(Fleet.of(fleet.values()));
    Intents intents = new Intents();
    wanted.forEach((name, target) -> {
      Target known = snapshot.fleet().target(name);
      if (known != null) {
        decide(
            target,
            Admission.admit(snapshot, List.of(known), intents, Micros.of(now), true).getFirst(),
            existing.get(name));
      }
    });
    existing.forEach((name, target) -> {
      if (key.name().equals(target.getSpec().world()) && !wanted.containsKey(name)) {
        add(
            Sign.REMOVE,
            Subject.RELEASE,
            target.getSpec().resource().name(),
            target.getSpec().deployment() + " " + ReleaseStage.chosen(target));
      }
    });
    return wanted;
  }

  private static void put(Map<String, Target> fleet, ReleaseTarget object) {
    Target target = ReleaseObjects.target(object);
    if (target != null) {
      fleet.put(target.name(), target);
    }
  }

  private void decide(ReleaseTarget target, Selection selection, @Nullable ReleaseTarget existing) {
    String cluster = target.getSpec().resource().name();
    String module = target.getSpec().deployment();
    String before = existing == null ? null : ReleaseStage.chosen(existing);
    String after = selection.chosen() == null ? before : selection.chosen().id();
    target.setStatus(TargetStatuses.decided(target.getStatus(), selection, "", now));
    if (after == null || selection.chosen() == null) {
      add(
          Sign.HOLD,
          Subject.RELEASE,
          cluster,
          module
              + " "
              + (before == null ? "" : "stays at " + before + ": ")
              + selection.reason()
              + selection.nextEvaluationAt().map(time -> "; asked again at " + time).orElse(""));
    } else if (before == null) {
      add(Sign.ADD, Subject.RELEASE, cluster, module + " " + after);
    } else if (!before.equals(after)) {
      add(Sign.CHANGE, Subject.RELEASE, cluster, module + " " + before + " → " + after);
    }
  }

  private void objects(
      BindingPlan plan, WorldClusters selected, SortedMap<String, ReleaseTarget> targets) {
    WorldContent contents = new WorldContent(() -> library);
    SortedMap<String, List<ManifestWork>> works = WorldWorks.of(key, facts.works());
    for (ManagedCluster cluster : selected.clusters()) {
      String name = cluster.getMetadata().getName();
      WorldContent.Content content =
          contents.of(key, cluster, chosen(targets, name), plan.desired());
      content.mistakes().forEach(mistake -> add(Sign.WRONG, Subject.OBJECT, name, mistake));
      if (content.mistakes().isEmpty()) {
        compare(name, works.getOrDefault(name, List.of()), content.objects());
      }
    }
    works.forEach((cluster, old) -> {
      if (!selected.names().contains(cluster)) {
        compare(cluster, old, List.of());
      }
    });
  }

  private SortedMap<String, Release> chosen(
      SortedMap<String, ReleaseTarget> targets, String cluster) {
    SortedMap<String, Release> chosen = new TreeMap<>();
    for (ReleaseTarget target : targets.values()) {
      String id = ReleaseStage.chosen(target);
      if (target.getSpec().resource().name().equals(cluster)) {
        facts.releaseObjects().stream()
            .filter(Release.class::isInstance)
            .map(Release.class::cast)
            .filter(release -> release.getMetadata().getName().equals(id))
            .forEach(release -> chosen.put(target.getSpec().deployment(), release));
      }
    }
    return chosen;
  }

  private void compare(String cluster, List<ManifestWork> works, List<Map<String, Object>> after) {
    SortedMap<String, Object> old = new TreeMap<>();
    works.forEach(
        work -> work.getSpec().manifests().forEach(manifest -> old.put(name(manifest), manifest)));
    SortedMap<String, Map<String, Object>> now = new TreeMap<>();
    after.forEach(manifest -> now.put(name(manifest), manifest));
    SortedSet<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    for (String name : names) {
      Object before = old.get(name);
      Map<String, Object> wanted = now.get(name);
      if (before == null) {
        lines.add(new PreviewLine(key, Subject.OBJECT, Sign.ADD, cluster, name, wanted));
      } else if (wanted == null) {
        add(Sign.REMOVE, Subject.OBJECT, cluster, name);
      } else if (!Objects.equals(CanonicalJson.of(before), CanonicalJson.of(wanted))) {
        lines.add(new PreviewLine(key, Subject.OBJECT, Sign.CHANGE, cluster, name, wanted));
      }
    }
  }

  private static String name(Map<String, Object> manifest) {
    Map<String, Object> metadata = Plain.child(manifest, "metadata");
    String namespace = Plain.text(metadata, "namespace");
    return Plain.text(manifest, "kind")
        + " "
        + (namespace.isEmpty() ? "" : namespace + "/")
        + Plain.text(metadata, "name");
  }

  private void add(Sign sign, Subject subject, String cluster, String text) {
    lines.add(new PreviewLine(key, subject, sign, cluster, text, null));
  }
}
