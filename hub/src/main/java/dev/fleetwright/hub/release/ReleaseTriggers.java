package dev.fleetwright.hub.release;

import dev.fleetwright.api.Approval;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Cache;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.Touched;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which worlds have to decide again when rules or targets change: those that have a target that the
 * change can concern, and no others.
 */
public final class ReleaseTriggers {

  private final Caches caches;
  private final ReleaseReader reader;
  private final Consumer<ObjectKey> worlds;

  /** Until everything was read once, every world is asked anyway. */
  private volatile boolean started;

  public ReleaseTriggers(Caches caches, ReleaseReader reader, Consumer<ObjectKey> worlds) {
    this.caches = caches;
    this.reader = reader;
    this.worlds = worlds;
  }

  public void connect() {
    bySelector(caches.policies());
    bySelector(caches.freezes());
    bySelector(caches.pins());
    bySelector(caches.bypasses());
    caches.approvals().onChange((before, now) -> onceStarted(() -> approvalChanged(before, now)));
    caches.targets().onChange((before, now) -> onceStarted(() -> targetChanged(before, now)));
  }

  public void started() {
    started = true;
  }

  private void onceStarted(Runnable action) {
    if (started) {
      action.run();
    }
  }

  private <T extends HasMetadata> void bySelector(Cache<T> cache) {
    cache.onChange((before, now) ->
        onceStarted(() -> {
          for (T version : versions(before, now)) {
            String namespace = version.getMetadata().getNamespace();
            TargetSelector selector = ReleaseObjects.of(List.of(version)).selector(version);
            List<Target> targets = reader.fleet(namespace).targets();
            wake(
                namespace,
                selector == null ? targets : targets.stream().filter(selector::matches).toList());
          }
        }));
  }

  private void approvalChanged(@Nullable Approval before, @Nullable Approval now) {
    for (Approval version : versions(before, now)) {
      String namespace = version.getMetadata().getNamespace();
      Snapshot snapshot = reader.objects(namespace).snapshot(reader.fleet(namespace));
      List<dev.fleetwright.release.Approval> read =
          ReleaseObjects.of(List.of(version))
              .reading()
              .snapshot()
              .approvals()
              .about(version.getSpec().release());
      for (dev.fleetwright.release.Approval approval : read) {
        wake(namespace, Touched.by(snapshot, approval));
      }
    }
  }

  /** What happens at a target may set others free, or hold them back. */
  private void targetChanged(@Nullable ReleaseTarget before, @Nullable ReleaseTarget now) {
    if (before != null && now != null && sameForOthers(before, now)) {
      return;
    }
    for (ReleaseTarget version : versions(before, now)) {
      String namespace = version.getMetadata().getNamespace();
      if (reader.objects(namespace).reading().snapshot().policies().isEmpty()) {
        continue;
      }
      Snapshot snapshot = reader.objects(namespace).snapshot(reader.fleet(namespace));
      Target target = ReleaseObjects.target(version);
      if (target != null) {
        wake(namespace, Touched.by(snapshot, target));
      }
    }
  }

  private static boolean sameForOthers(ReleaseTarget before, ReleaseTarget now) {
    ReleaseTargetStatus old = before.getStatus();
    ReleaseTargetStatus current = now.getStatus();
    return before.getSpec().equals(now.getSpec())
        && (old == null
            ? current == null
            : current != null
                && Objects.equals(old.current(), current.current())
                && old.history().equals(current.history())
                && old.health().equals(current.health()));
  }

  private void wake(String namespace, Collection<Target> targets) {
    targets.stream()
        .map(Target::world)
        .filter(world -> !world.isEmpty())
        .distinct()
        .forEach(world -> worlds.accept(new ObjectKey(namespace, world)));
  }

  private static <T> List<T> versions(@Nullable T before, @Nullable T now) {
    List<T> versions = new ArrayList<>();
    if (before != null) {
      versions.add(before);
    }
    if (now != null) {
      versions.add(now);
    }
    return versions;
  }
}
