package dev.fleetwright.hub.world;

import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.EventLog;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.lifecycle.Lifecycle;
import dev.fleetwright.hub.metrics.HubMetrics;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.hub.release.ReleaseReader;
import dev.fleetwright.hub.release.ReleaseStage;
import dev.fleetwright.hub.release.ReleaseStage.Decisions;
import dev.fleetwright.hub.tracing.BindingSpans;
import dev.fleetwright.hub.tracing.Tracer;
import dev.fleetwright.model.Problem;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.render.Library;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.TemplateRef;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Brings a world from its objects to its clusters: bindings, a release for each module and cluster,
 * works, the state of its swarms; and writes its status once.
 */
public final class WorldReconciler implements Reconciler<ObjectKey> {

  public static final String FINALIZER = "fleetwright.dev/world";
  public static final String WORLD_UID_LABEL = "fleetwright.dev/world-uid";
  public static final String WORLD_LABEL = "game.platform/world";

  private final Caches caches;
  private final Writer writer;
  private final InstantSource clock;
  private final ReleaseStage releases;
  private final WorkStage works;
  private final Swarms swarms;
  private final EventLog events;
  private final HubMetrics metrics;
  private final Tracer tracer;
  private final BindingStage bindings;

  public WorldReconciler(
      KubernetesClient client,
      Caches caches,
      Writer writer,
      Lifecycle lifecycle,
      ReleaseReader reader,
      HubMetrics metrics,
      Tracer tracer,
      Supplier<Library> library,
      InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.clock = clock;
    this.metrics = metrics;
    this.tracer = tracer;
    this.releases = new ReleaseStage(caches, writer, reader, clock);
    this.works = new WorkStage(caches, writer, new WorldContent(library));
    this.swarms = new Swarms(caches, lifecycle);
    this.events = new EventLog(client, writer.fence(), clock);
    this.bindings = new BindingStage(caches, writer, clock);
  }

  @Override
  public Optional<Instant> reconcile(ObjectKey key) throws IOException, InterruptedException {
    WorldInstance object = caches.worlds().get(key.namespace(), key.name());
    if (object == null) {
      metrics.gone(key);
      leaveNothing(key);
      return Optional.empty();
    }
    if (object.isMarkedForDeletion()) {
      remove(object, key);
      return Optional.empty();
    }
    if (!object.hasFinalizer(FINALIZER)) {
      // The change brings us back.
      writer.addFinalizer(object, FINALIZER);
      return Optional.empty();
    }
    BindingPlan plan = plan(object);
    BindingSpans.add(tracer, plan);
    bindings.apply(plan);
    metrics.bindings(
        key, plan.desired().size(), plan.unresolvedRequired().size(), plan.writes().size());
    WorldClusters selected = select(key, plan);
    SortedMap<String, List<ManifestWork>> existing = works.worksOf(key);
    Round round =
        plan.isResolved() && selected.problems().isEmpty()
            ? deliver(object, key, plan, selected, existing)
            : keep(key, plan, selected, existing);
    bindings.report(plan, round.providers());
    report(object, plan, round);
    return round.next();
  }

  /**
   * What came of one round.
   *
   * @param providers what each module became at each cluster
   * @param next when a decision may change by itself
   * @param news to be told as events
   */
  private record Round(
      StatusComposer.Findings findings,
      Providers providers,
      Optional<Instant> next,
      List<String> news) {}

  private BindingPlan plan(WorldInstance object) {
    String namespace = object.getMetadata().getNamespace();
    var game = caches.games().get(namespace, object.getSpec().gameRef().name());
    return CapabilityResolver.resolve(
        Domain.world(object),
        game == null ? null : Domain.game(game),
        caches.manifests().in(namespace).stream().map(Domain::manifest).toList(),
        caches.bindings().in(namespace).stream().map(Domain::binding).toList());
  }

  private WorldClusters select(ObjectKey key, BindingPlan plan) {
    if (!WorldNames.isLabel(key.name())) {
      String mistake = "the name of the world is no DNS label, so it cannot run on clusters";
      return new WorldClusters(List.of(), mistake, List.of(mistake));
    }
    return WorldClusters.of(plan.world().spec(), caches.clusters().all());
  }

  /** When it cannot be said what should run, what runs stays; only running or not is followed. */
  private Round keep(
      ObjectKey key,
      BindingPlan plan,
      WorldClusters selected,
      SortedMap<String, List<ManifestWork>> existing)
      throws IOException, InterruptedException {
    boolean run = plan.world().spec().shouldRun();
    List<ClusterState> states = new ArrayList<>();
    for (Map.Entry<String, List<ManifestWork>> works : existing.entrySet()) {
      Optional<TemplateRef> template = Template.delivered(works.getValue());
      Optional<SwarmView> view =
          template.isEmpty()
              ? Optional.empty()
              : swarms.lead(key, works.getKey(), template.get(), run);
      states.add(ClusterState.of(works.getKey(), template.orElse(null), false, run, view));
    }
    return new Round(
        new StatusComposer.Findings(
            selected, !existing.isEmpty(), List.of(), List.of(), List.of(), states),
        Providers.unseen("the world is not delivered while something is wrong with it"),
        Optional.empty(),
        List.of());
  }

  private Round deliver(
      WorldInstance object,
      ObjectKey key,
      BindingPlan plan,
      WorldClusters selected,
      SortedMap<String, List<ManifestWork>> existing)
      throws IOException, InterruptedException {
    Set<String> modules =
        plan.resolution() == null ? Set.of() : plan.resolution().modules().keySet();
    List<ReleaseTarget> known = releases.targetsOf(key.namespace(), key.name());
    SortedSet<String> released = new TreeSet<>(releases.released(key.namespace()));
    known.forEach(target -> released.add(target.getSpec().deployment()));
    released.retainAll(modules);
    List<ReleaseTarget> wanted = new ArrayList<>();
    for (ManagedCluster cluster : selected.clusters()) {
      released.forEach(module -> wanted.add(Targets.of(object, module, cluster)));
    }
    Decisions decisions = releases.decide(key.namespace(), wanted);
    List<String> mistakes =
        new ArrayList<>(
            decisions.problems().stream()
                .filter(Problem::isError)
                .map(WorldReconciler::told)
                .toList());
    List<String> blocked = new ArrayList<>();
    List<String> news = new ArrayList<>();
    List<ClusterState> states = new ArrayList<>();
    Providers providers = new Providers();
    for (ManagedCluster cluster : selected.clusters()) {
      states.add(
          deliverTo(cluster, key, plan, decisions, existing, providers, mistakes, blocked, news));
    }
    deleteUnwanted(known, decisions.targets().keySet());
    leaveOthers(key, selected, existing);
    List<String> unreleased = modules.stream().filter(m -> !released.contains(m)).toList();
    boolean isReleased = !released.isEmpty() || !existing.isEmpty();
    return new Round(
        new StatusComposer.Findings(
            selected, isReleased, unreleased, blocked, mistakes, isReleased ? states : List.of()),
        providers,
        decisions.next(),
        news);
  }

  private ClusterState deliverTo(
      ManagedCluster cluster,
      ObjectKey key,
      BindingPlan plan,
      Decisions decisions,
      SortedMap<String, List<ManifestWork>> existing,
      Providers providers,
      List<String> mistakes,
      List<String> blocked,
      List<String> news)
      throws IOException, InterruptedException {
    String name = cluster.getMetadata().getName();
    List<ReleaseTarget> targets =
        decisions.targets().values().stream()
            .filter(target -> target.getSpec().resource().name().equals(name))
            .toList();
    SortedMap<String, Release> chosen = new TreeMap<>();
    List<String> gone = new ArrayList<>();
    int open = 0;
    for (ReleaseTarget target : targets) {
      String module = target.getSpec().deployment();
      String id = ReleaseStage.chosen(target);
      Release release = id == null ? null : releases.release(key.namespace(), id);
      if (release != null) {
        chosen.put(module, release);
      } else if (id != null) {
        gone.add("release " + id + " of " + module + " does not exist any more");
      } else {
        open++;
        blocked.add(module + " at " + name + ": " + reason(target));
      }
    }
    WorkStage.Delivery delivery =
        works.deliver(
            key,
            cluster,
            chosen,
            plan.desired(),
            Components.needs(plan, chosen.keySet()),
            gone,
            existing.getOrDefault(name, List.of()));
    mistakes.addAll(delivery.mistakes());
    providers.add(name, delivery);
    TemplateRef template = delivery.template().orElse(null);
    if (delivery.changed() && template != null) {
      news.add(
          "works for "
              + name
              + ": "
              + chosen.values().stream()
                  .map(release -> release.getMetadata().getName())
                  .collect(Collectors.joining(", ")));
    }
    boolean run = plan.world().spec().shouldRun();
    Optional<SwarmView> view =
        template == null ? Optional.empty() : swarms.lead(key, name, template, run);
    if (template == null) {
      var _ = swarms.leave(key, name);
    }
    boolean complete = open == 0 && !targets.isEmpty() && delivery.mistakes().isEmpty();
    ClusterState state = ClusterState.of(name, template, complete, run, view);
    if (state.settled() && delivery.mistakes().isEmpty()) {
      releases.arrived(targets.stream().filter(t -> ReleaseStage.chosen(t) != null).toList());
    }
    return state;
  }

  private static String reason(ReleaseTarget target) {
    DecisionEntry decision = target.getStatus() == null ? null : target.getStatus().decision();
    String reason = decision == null ? null : decision.reason();
    return reason == null ? "not decided yet" : reason;
  }

  private void deleteUnwanted(List<ReleaseTarget> known, Set<String> wanted) {
    for (ReleaseTarget target : known) {
      if (!wanted.contains(target.getMetadata().getName()) && isHubMade(target)) {
        releases.delete(target);
      }
    }
  }

  /** A target that somebody wrote by hand is left to them. */
  private static boolean isHubMade(ReleaseTarget target) {
    return target.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> owner.getKind().equals("WorldInstance"));
  }

  private void leaveOthers(
      ObjectKey key, WorldClusters selected, SortedMap<String, List<ManifestWork>> existing)
      throws IOException, InterruptedException {
    SortedSet<String> others = swarms.clustersOf(key, existing);
    others.removeAll(selected.names());
    for (String cluster : others) {
      if (swarms.leave(key, cluster)) {
        works.delete(existing.getOrDefault(cluster, List.of()));
      }
    }
  }

  private void report(WorldInstance object, BindingPlan plan, Round round) {
    WorldInstanceStatus status = StatusComposer.compose(plan, round.findings(), clock.instant());
    WorldInstanceStatus before = object.getStatus();
    if (!status.equals(before)) {
      WorldInstance changed = new WorldInstance();
      changed.setMetadata(object.getMetadata());
      changed.setSpec(object.getSpec());
      changed.setStatus(status);
      writer.status(changed, WorldInstance.class, caches.worlds());
    }
    plan.events().forEach(e -> events.record(object, e.type().toString(), e.reason(), e.message()));
    round.news().forEach(news -> events.record(object, "Normal", "Delivered", news));
    if (before == null || before.phase() != status.phase()) {
      events.record(
          object,
          plan.isResolved() ? "Normal" : "Warning",
          String.valueOf(status.phase()),
          Objects.requireNonNullElse(status.message(), ""));
    }
  }

  /** Nothing is left behind: first at the clusters, then here, then the world itself goes. */
  private void remove(WorldInstance object, ObjectKey key)
      throws IOException, InterruptedException {
    if (!object.hasFinalizer(FINALIZER)) {
      return;
    }
    SortedMap<String, List<ManifestWork>> existing = works.worksOf(key);
    for (String cluster : swarms.clustersOf(key, existing)) {
      if (swarms.leave(key, cluster)) {
        works.delete(existing.getOrDefault(cluster, List.of()));
      }
    }
    // Asked again, so that works that appeared or went meanwhile are seen. Nobody answers for a
    // cluster that is no more: its works are marked, and that is all that can be done.
    SortedSet<String> left = swarms.clustersOf(key, works.worksOf(key));
    left.removeIf(cluster -> caches.clusters().get("", cluster) == null);
    if (!left.isEmpty()) {
      return;
    }
    releases.targetsOf(key.namespace(), key.name()).stream()
        .filter(WorldReconciler::isHubMade)
        .forEach(releases::delete);
    caches.bindings().in(key.namespace()).stream()
        .filter(binding -> isOwnedBy(binding.getMetadata().getOwnerReferences(), object))
        .forEach(writer::delete);
    combinedOf(object).forEach(writer::delete);
    writer.removeFinalizer(object, FINALIZER);
  }

  /**
   * Works of a world that is no more. Usually there are none; a hub that was paused for long
   * between asking whether it leads and writing may make one, and somebody may take the finalizer
   * away.
   */
  private void leaveNothing(ObjectKey key) throws IOException, InterruptedException {
    for (Map.Entry<String, List<ManifestWork>> left : works.worksOf(key).entrySet()) {
      if (swarms.leave(key, left.getKey())) {
        works.delete(left.getValue());
      }
    }
  }

  private List<CombinedStatus> combinedOf(WorldInstance world) {
    return caches.combined().in(world.getMetadata().getNamespace()).stream()
        .filter(combined ->
            world
                .getMetadata()
                .getUid()
                .equals(Domain.orEmpty(combined.getMetadata().getLabels()).get(WORLD_UID_LABEL)))
        .sorted(Comparator.comparing(combined -> combined.getMetadata().getName()))
        .toList();
  }

  private static boolean isOwnedBy(
      List<io.fabric8.kubernetes.api.model.OwnerReference> owners, WorldInstance world) {
    return owners.stream().anyMatch(o -> world.getMetadata().getUid().equals(o.getUid()));
  }

  private static String told(Problem problem) {
    return problem.message() + " (" + problem.nextStep() + ")";
  }

  /** The world that an object names as its owner. */
  public static @Nullable ObjectKey ownerOf(io.fabric8.kubernetes.api.model.HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(owner -> owner.getKind().equals("WorldInstance"))
        .findFirst()
        .map(owner -> new ObjectKey(object.getMetadata().getNamespace(), owner.getName()))
        .orElse(null);
  }
}
