package dev.fleetwright.capability;

import dev.fleetwright.capability.DesiredBinding.Action;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a world needs done about its bindings, and why. Equal input gives an equal plan, and
 * carrying it out makes the next one empty of writes, deletions and events.
 *
 * @param world as it was given
 * @param resolution every requirement decided; null when the game does not exist
 * @param desired by consumer, capability, scope, multiplicity and provider
 * @param retained last good bindings of requirements that are broken now; left as they are
 * @param stale bindings of this world that are no longer desired, to be deleted
 * @param conditions {@code ModulesResolved}, {@code BindingsResolved}, and {@code
 *     BindingNameConflict} when there is one
 * @param phase what the bindings alone allow; the other parts of the flow may hold it back
 * @param message a concise summary
 * @param events those that are due, given the status that the world has
 * @param problems what is wrong with the objects, in which object; warnings too
 */
public record BindingPlan(
    WorldInstance world,
    @Nullable Resolution resolution,
    List<DesiredBinding> desired,
    List<CapabilityBinding> retained,
    List<CapabilityBinding> stale,
    List<Condition> conditions,
    WorldPhase phase,
    String message,
    List<WorldEvent> events,
    List<ObjectProblem> problems) {

  public static final String MODULES_RESOLVED = "ModulesResolved";
  public static final String BINDINGS_RESOLVED = "BindingsResolved";
  public static final String NAME_CONFLICT = "BindingNameConflict";

  public BindingPlan {
    desired = List.copyOf(desired);
    retained = List.copyOf(retained);
    stale = List.copyOf(stale);
    conditions = List.copyOf(conditions);
    events = List.copyOf(events);
    problems = List.copyOf(problems);
  }

  public ObjectKey key() {
    return world.key();
  }

  /** Whether every required requirement is resolved and everything could be read. */
  public boolean isResolved() {
    return phase != WorldPhase.ERROR;
  }

  /** One per requirement; none when the game does not exist. */
  public List<Outcome> outcomes() {
    return resolution == null ? List.of() : resolution.outcomes();
  }

  public List<Outcome.Unresolved> unresolvedRequired() {
    return unresolved(true);
  }

  public List<Outcome.Unresolved> unresolvedOptional() {
    return unresolved(false);
  }

  private List<Outcome.Unresolved> unresolved(boolean required) {
    return outcomes().stream()
        .filter(Outcome.Unresolved.class::isInstance)
        .map(Outcome.Unresolved.class::cast)
        .filter(outcome -> outcome.need().isRequired() == required)
        .toList();
  }

  /** Modules that the game cannot do without and that do not exist. */
  public List<String> missingModules() {
    return resolution == null ? List.of() : resolution.missingRequired();
  }

  public List<Cycle> cycles() {
    return resolution == null ? List.of() : resolution.cycles();
  }

  /** The bindings to be created or updated. */
  public List<DesiredBinding> writes() {
    return desired.stream()
        .filter(binding -> binding.action() == Action.CREATE || binding.action() == Action.UPDATE)
        .toList();
  }

  /** The bindings whose names are taken by objects of others. */
  public List<DesiredBinding> refused() {
    return desired.stream().filter(binding -> binding.action() == Action.REFUSE).toList();
  }

  /**
   * The status that the world should have as far as bindings go; equal to the one it has when
   * nothing changed. Conditions of others and shards are kept, and the time of a condition moves
   * with its status only.
   */
  public WorldInstanceStatus status(Instant now) {
    return StatusMerge.merge(this, now);
  }
}
