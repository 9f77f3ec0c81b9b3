package dev.fleetwright.hub.release;

import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.model.Problem;
import dev.fleetwright.release.Admission;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Intents;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import dev.fleetwright.release.policy.SnapshotReader;
import dev.fleetwright.release.time.Micros;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Decides which release each target of a world gets. One decision after the other for the whole
 * hub, and each is recorded before the next is made: so two targets never pass one limit.
 */
public final class ReleaseStage {

  /**
   * What was decided for a world.
   *
   * @param targets as they are written now, by name
   * @param next when a decision may change by itself
   * @param problems of policies and releases
   */
  public record Decisions(
      SortedMap<String, ReleaseTarget> targets, Optional<Instant> next, List<Problem> problems) {

    public static final Decisions NONE =
        new Decisions(new TreeMap<>(), Optional.empty(), List.of());

    public Decisions {
      problems = List.copyOf(problems);
    }
  }

  private final Caches caches;
  private final Writer writer;
  private final InstantSource clock;
  private final ReentrantLock admission = new ReentrantLock();

  /** What was written and may not have come back yet. */
  private final Map<String, ReleaseTarget> written = new ConcurrentHashMap<>();

  public ReleaseStage(Caches caches, Writer writer, InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.clock = clock;
  }

  /** The deployments of a namespace that have releases. */
  public List<String> released(String namespace) {
    return caches.releases().in(namespace).stream()
        .map(release -> release.getSpec().deployment())
        .distinct()
        .sorted()
        .toList();
  }

  public @Nullable Release release(String namespace, String name) {
    return caches.releases().get(namespace, name);
  }

  /** The targets of a world as they are, with what was written last. */
  public List<ReleaseTarget> targetsOf(String namespace, String world) {
    return caches.targets().in(namespace).stream()
        .filter(target -> world.equals(target.getSpec().world()))
        .map(this::latest)
        .toList();
  }

  /**
   * Creates or updates the targets that are wanted and decides for each.
   *
   * @param wanted the targets of one world, without status
   */
  public Decisions decide(String namespace, List<ReleaseTarget> wanted) {
    admission.lock();
    try {
      SortedMap<String, ReleaseTarget> targets = new TreeMap<>();
      for (ReleaseTarget target : wanted) {
        targets.put(target.getMetadata().getName(), ensured(target));
      }
      return targets.isEmpty() ? Decisions.NONE : decideAll(namespace, targets);
    } finally {
      admission.unlock();
    }
  }

  private Decisions decideAll(String namespace, SortedMap<String, ReleaseTarget> targets) {
    ReleaseObjects objects = objects(namespace, targets);
    SnapshotReader.Reading reading = objects.read();
    Snapshot snapshot = reading.snapshot();
    Map<String, String> inputs = new TreeMap<>();
    Instant now = clock.instant();
    Optional<Instant> next = Optional.empty();
    for (String name : List.copyOf(targets.keySet())) {
      Target target = snapshot.fleet().target(name);
      ReleaseTarget object = Objects.requireNonNull(targets.get(name));
      if (target == null) {
        continue;
      }
      Selection selection =
          Admission.admit(snapshot, List.of(target), new Intents(), Micros.of(now), true)
              .getFirst();
      String digest = inputs.computeIfAbsent(object.getSpec().deployment(), objects::digest);
      ReleaseTargetStatus status =
          TargetStatuses.decided(object.getStatus(), selection, digest, now);
      if (!status.equals(object.getStatus())) {
        ReleaseTarget recorded = record(object, status);
        targets.put(name, recorded);
        snapshot = seen(snapshot, recorded);
      }
      next = earlier(next, selection.nextEvaluationAt());
    }
    return new Decisions(targets, next, reading.problems());
  }

  /** What was just recorded counts for the targets after it. */
  private static Snapshot seen(Snapshot snapshot, ReleaseTarget recorded) {
    Fleet known = new ReleaseObjects(List.of(recorded), List.of()).read().snapshot().fleet();
    return snapshot.withFleet(snapshot.fleet().with(known.targets()));
  }

  /** A cluster does what was decided for these targets. */
  public void arrived(List<ReleaseTarget> targets) {
    for (ReleaseTarget target : targets) {
      ReleaseTargetStatus status = target.getStatus();
      if (status != null) {
        var _ = record(target, TargetStatuses.arrived(status, clock.instant()));
      }
    }
  }

  public void delete(ReleaseTarget target) {
    writer.delete(target);
    written.remove(target.getMetadata().getUid());
  }

  /** The chosen release of a target; null while there is none. */
  public static @Nullable String chosen(ReleaseTarget target) {
    ReleaseTargetStatus status = target.getStatus();
    DecisionEntry decision = status == null ? null : status.decision();
    return decision == null ? null : decision.release();
  }

  private ReleaseTarget ensured(ReleaseTarget wanted) {
    ReleaseTarget found =
        caches.targets().get(wanted.getMetadata().getNamespace(), wanted.getMetadata().getName());
    if (found != null) {
      ReleaseTarget latest = latest(found);
      if (isFulfilled(wanted, latest)) {
        return latest;
      }
    }
    return remember(writer.apply(wanted, ReleaseTarget.class));
  }

  /** The desired release belongs to people. */
  private static boolean isFulfilled(ReleaseTarget wanted, ReleaseTarget actual) {
    var want = wanted.getSpec();
    var have = actual.getSpec();
    return Objects.equals(want.world(), have.world())
        && want.deployment().equals(have.deployment())
        && want.environment().equals(have.environment())
        && want.resource().equals(have.resource())
        && actual
            .getMetadata()
            .getLabels()
            .entrySet()
            .containsAll(wanted.getMetadata().getLabels().entrySet());
  }

  private ReleaseTarget record(ReleaseTarget target, ReleaseTargetStatus status) {
    if (status.equals(target.getStatus())) {
      return target;
    }
    ReleaseTarget changed = new ReleaseTarget();
    changed.setMetadata(target.getMetadata());
    changed.setSpec(target.getSpec());
    changed.setStatus(status);
    return remember(writer.status(changed, ReleaseTarget.class));
  }

  private ReleaseTarget remember(ReleaseTarget target) {
    written.put(target.getMetadata().getUid(), target);
    return target;
  }

  private ReleaseTarget latest(ReleaseTarget cached) {
    ReleaseTarget mine = written.get(cached.getMetadata().getUid());
    if (mine == null) {
      return cached;
    }
    if (version(mine) > version(cached)) {
      return mine;
    }
    written.remove(cached.getMetadata().getUid());
    return cached;
  }

  private static long version(ReleaseTarget target) {
    try {
      return Long.parseLong(target.getMetadata().getResourceVersion());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private ReleaseObjects objects(String namespace, SortedMap<String, ReleaseTarget> targets) {
    Map<String, ReleaseTarget> all = new TreeMap<>();
    caches.targets().in(namespace).forEach(t -> all.put(t.getMetadata().getName(), latest(t)));
    all.putAll(targets);
    return new ReleaseObjects(all.values(), rest(caches, namespace));
  }

  static List<HasMetadata> rest(Caches caches, String namespace) {
    List<HasMetadata> rest = new ArrayList<>();
    rest.addAll(caches.releases().in(namespace));
    rest.addAll(caches.policies().in(namespace));
    rest.addAll(caches.approvals().in(namespace));
    rest.addAll(caches.freezes().in(namespace));
    rest.addAll(caches.pins().in(namespace));
    rest.addAll(caches.bypasses().in(namespace));
    return rest;
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return one.get().isBefore(other.get()) ? one : other;
  }
}
