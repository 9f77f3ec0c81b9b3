package dev.fleetwright.capability;

import dev.fleetwright.capability.DesiredBinding.Action;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Provision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From decided requirements to what must be done about the bindings of one world. */
final class Planner {

  private final WorldInstance world;
  private final WorldIdentity identity;
  private final ExistingBindings existing;

  private Planner(WorldInstance world, ExistingBindings existing) {
    this.world = world;
    this.identity = WorldIdentity.of(world);
    this.existing = existing;
  }

  static BindingPlan plan(
      WorldInstance world, @Nullable Resolution resolution, ExistingBindings existing) {
    return new Planner(world, existing).plan(resolution);
  }

  private BindingPlan plan(@Nullable Resolution resolution) {
    if (resolution == null) {
      // Nothing is known about what is desired, so nothing is stale either.
      return new Verdicts(world, null, List.of()).plan(List.of(), List.of(), List.of());
    }
    List<DesiredBinding> desired = desired(resolution);
    List<CapabilityBinding> retained = new ArrayList<>();
    List<CapabilityBinding> stale = new ArrayList<>();
    List<CapabilityBinding> owned = existing.ownedBy(identity);
    if (!owned.isEmpty()) {
      Set<String> keep = new HashSet<>();
      desired.forEach(binding -> keep.add(binding.name()));
      List<Need> broken = broken(resolution);
      for (CapabilityBinding binding : owned) {
        if (!keep.contains(binding.metadata().name())) {
          (isLastGood(binding, broken, resolution) ? retained : stale).add(binding);
        }
      }
    }
    return new Verdicts(world, resolution, desired).plan(desired, retained, stale);
  }

  private List<DesiredBinding> desired(Resolution resolution) {
    List<DesiredBinding> desired = new ArrayList<>();
    for (Outcome outcome : resolution.outcomes()) {
      if (outcome instanceof Outcome.Bound(Need need, List<Provision> providers)) {
        for (Provision provider : providers) {
          desired.add(judged(new DesiredBinding(identity, need, provider, Action.CREATE)));
        }
      }
    }
    return desired;
  }

  private DesiredBinding judged(DesiredBinding wanted) {
    CapabilityBinding current = existing.isEmpty() ? null : existing.named(wanted.key());
    if (current == null) {
      return wanted;
    }
    if (!identity.owns(current.metadata())) {
      return wanted.with(Action.REFUSE);
    }
    return wanted.with(wanted.isFulfilledBy(current) ? Action.KEEP : Action.UPDATE);
  }

  private static List<Need> broken(Resolution resolution) {
    return resolution.outcomes().stream()
        .filter(Outcome.Broken.class::isInstance)
        .map(Outcome::need)
        .toList();
  }

  /** A binding of a broken requirement stays, as long as its provider does. */
  private static boolean isLastGood(
      CapabilityBinding binding, List<Need> broken, Resolution resolution) {
    CapabilityBindingSpec spec = binding.spec();
    return resolution.modules().containsKey(spec.provider().moduleManifestName())
        && broken.stream()
            .anyMatch(need ->
                need.consumer().equals(spec.consumer().moduleManifestName())
                    && need.capabilityId().equals(spec.capabilityId())
                    && need.scope() == spec.scope()
                    && need.multiplicity() == spec.multiplicity());
  }
}
