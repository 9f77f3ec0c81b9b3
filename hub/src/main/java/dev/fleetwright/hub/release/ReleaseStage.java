package dev.fleetwright.hub.release;

import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.model.Problem;
import dev.fleetwright.release.Admission;
import dev.fleetwright.release.Intents;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
  private final ReleaseReader reader;
  private final ReentrantLock admission = new ReentrantLock();

  public ReleaseStage(Caches caches, Writer writer, ReleaseReader reader, InstantSource clock) {
    this.caches = caches;
    this.reader = reader;
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
    return caches.targets().by(Indexes.WORLD, Indexes.world(namespace, world));
  }

  /**
   * Creates or updates the targets that are wanted and decides for each.
   *
   * @param wanted the targets of one world, without status
   */
  public Decisions decide(String namespace, List<ReleaseTarget> wanted) {
    // Targets as such decide nothing, so worlds need not wait for each other here.
    SortedMap<String, ReleaseTarget> targets = new TreeMap<>();
    for (ReleaseTarget target : wanted) {
      targets.put(target.getMetadata().getName(), ensured(target));
    }
    if (targets.isEmpty()) {
      return Decisions.NONE;
    }
    admission.lock();
    try {
      return decideAll(namespace, targets);
    } finally {
      admission.unlock();
    }
  }

  private Decisions decideAll(String namespace, SortedMap<String, ReleaseTarget> targets) {
    ReleaseObjects objects = reader.objects(namespace);
    Snapshot snapshot = objects.snapshot(reader.fleet(namespace));
    List<Target> readable =
        targets.keySet().stream().map(snapshot.fleet()::target).filter(Objects::nonNull).toList();
    Instant now = clock.instant();
    Optional<Instant> next = Optional.empty();
    // What is admitted for one counts for those after it; nobody acts on it until it is recorded.
    List<Selection> selections =
        Admission.admit(snapshot, readable, new Intents(), Micros.of(now), true);
    for (int i = 0; i < readable.size(); i++) {
      Target target = readable.get(i);
      Selection selection = selections.get(i);
      ReleaseTarget object = Objects.requireNonNull(targets.get(target.name()));
      ReleaseTargetStatus status =
          TargetStatuses.decided(object.getStatus(), selection, objects.digest(target), now);
      targets.put(target.name(), record(object, status));
      next = earlier(next, selection.nextEvaluationAt());
    }
    return new Decisions(targets, next, objects.reading().problems());
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
    caches.targets().forget(target);
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
    return found != null && isFulfilled(wanted, found)
        ? found
        : writer.apply(wanted, ReleaseTarget.class, caches.targets());
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
    return writer.status(changed, ReleaseTarget.class, caches.targets());
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return one.get().isBefore(other.get()) ? one : other;
  }
}
