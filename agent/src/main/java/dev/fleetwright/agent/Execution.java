package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Inventory;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.Outcome;
import dev.fleetwright.agent.plan.Plan;
import dev.fleetwright.agent.plan.Refusal;
import dev.fleetwright.agent.plan.Removal;
import dev.fleetwright.agent.plan.ResourceType;
import dev.fleetwright.agent.plan.Step;
import dev.fleetwright.agent.plan.Work;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out a plan: the inventory, then the steps, then the removals. */
final class Execution {

  private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

  /**
   * @param left objects that are to go and are still there
   * @param released whether another work may take something now
   * @param heirs works that something was handed over to
   */
  record Result(List<Outcome> outcomes, List<ObjectId> left, boolean released, List<String> heirs) {

    boolean hasConflict() {
      return outcomes.stream()
          .anyMatch(outcome -> {
            Outcome.Failure failure = outcome.failure();
            return failure != null && failure.reason().equals(Refusal.CONFLICT);
          });
    }

    /** A conflict alone is no reason to come again: the other work's release is. */
    boolean isUnfinished() {
      return !left.isEmpty()
          || outcomes.stream()
              .anyMatch(outcome -> {
                Outcome.Failure failure = outcome.failure();
                return failure != null && !failure.reason().equals(Refusal.CONFLICT);
              });
    }
  }

  private final TargetCluster cluster;
  private final ServedTypes types;
  private final Inventories inventories;
  private final KindWatches watches;

  Execution(
      TargetCluster cluster, ServedTypes types, Inventories inventories, KindWatches watches) {
    this.cluster = cluster;
    this.types = types;
    this.inventories = inventories;
    this.watches = watches;
  }

  /** From the watch where there is one, which may not know objects that are not ours. */
  Optional<ObjectNode> live(ResourceType type, ObjectId id) {
    if (watches.knows(type)) {
      return watches.find(id);
    }
    return cluster.read(type, id);
  }

  Result carryOut(Plan plan, String work) {
    if (!plan.inventory().isEmpty() || inventories.of(work).isPresent()) {
      inventories.write(plan.inventory());
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Refusal refusal : plan.refusals()) {
      outcomes.add(Outcome.of(refusal, null));
    }
    for (Step step : plan.steps()) {
      watches.watch(step.type());
      outcomes.add(take(step));
    }
    return remove(plan, work, outcomes);
  }

  /** One object that fails does not keep the others from being applied. */
  private Outcome take(Step step) {
    try {
      return switch (step) {
        case Step.Apply(int _, ObjectId id, ResourceType type, ObjectNode content) ->
            wrote(step, cluster.apply(type, id, content, Marks.FIELD_MANAGER));
        case Step.Scale(int _, ObjectId id, ResourceType type, ObjectNode content) ->
            wrote(step, cluster.apply(type, id, content, Marks.RUN_STATE_MANAGER));
        case Step.Create(int _, ObjectId id, ResourceType type, ObjectNode content) ->
            created(step, cluster.create(type, id, content));
        case Step.Keep(int _, ObjectId _, ResourceType _, ObjectNode live) ->
            Outcome.done(step, live);
        case Step.Wait _ ->
            Outcome.failed(
                step,
                new Outcome.Failure(
                    "BeingDeleted",
                    "being-deleted",
                    step.id() + " is being deleted; it is made again when it is gone",
                    true));
        case Step.Share(int _, ObjectId id, ResourceType type) ->
            live(type, id).map(live -> Outcome.shared(step, live)).orElseGet(() -> absent(step));
        case Step.Look(int _, ObjectId id, ResourceType type) ->
            cluster
                .read(type, id)
                .map(live -> Outcome.done(step, live))
                .orElseGet(() -> absent(step));
      };
    } catch (KubernetesClientException e) {
      if (Failures.isUnreachable(e)) {
        throw e;
      }
      return Outcome.failed(step, Failures.of(e));
    } catch (IllegalArgumentException e) {
      return Outcome.failed(
          step,
          new Outcome.Failure(
              Refusal.INVALID, "invalid-manifest", String.valueOf(e.getMessage()), false));
    }
  }

  private static Outcome absent(Step step) {
    return Outcome.failed(
        step,
        new Outcome.Failure("NotFound", "not-found", step.id() + " is not in the cluster", true));
  }

  private Outcome wrote(Step step, ObjectNode object) {
    watches.wrote(step.id(), object);
    return Outcome.done(step, object);
  }

  /** One that was there before us is not watched, so it is read each time. */
  private Outcome created(Step step, ObjectNode object) {
    return Marks.isOurs(object) ? wrote(step, object) : Outcome.done(step, object);
  }

  private Result remove(Plan plan, String work, List<Outcome> outcomes) {
    Inventory rest = plan.inventory();
    List<ObjectId> left = new ArrayList<>();
    List<String> heirs = new ArrayList<>();
    int highestLeft = -1;
    for (Removal removal : plan.removals()) {
      // What others may need stays until they are gone.
      boolean inTheWay = removal.rank() < highestLeft;
      if (!inTheWay && carryOut(removal)) {
        rest = rest.without(removal.id());
        watches.deleted(removal.id());
      } else {
        left.add(removal.id());
        highestLeft = Math.max(highestLeft, removal.rank());
      }
      if (removal instanceof Removal.HandOver(ObjectId _, String _, Work heir)) {
        heirs.add(heir.name());
      }
    }
    boolean released = rest.versions().size() < plan.inventory().versions().size();
    if (released) {
      inventories.write(rest);
    }
    if (rest.isEmpty()) {
      inventories.delete(work);
    }
    return new Result(List.copyOf(outcomes), List.copyOf(left), released, List.copyOf(heirs));
  }

  /** Whether the object is off this work's hands. */
  private boolean carryOut(Removal removal) {
    try {
      return switch (removal) {
        case Removal.LetGo _ -> true;
        case Removal.HandOver(ObjectId id, String version, Work heir) -> {
          Inventory claims = inventories.of(heir.name()).orElseGet(() -> Inventory.none(heir));
          inventories.write(claims.with(Map.of(id, version)));
          yield true;
        }
        case Removal.Delete(ObjectId id, String version) -> delete(id, version);
      };
    } catch (KubernetesClientException e) {
      if (Failures.isUnreachable(e)) {
        throw e;
      }
      LOG.warn("{} cannot be deleted: {}", removal.id(), e.getMessage());
      return false;
    }
  }

  private boolean delete(ObjectId id, String version) {
    Optional<ResourceType> type = types.find(id.group(), version, id.kind());
    // A kind that the cluster does not serve has no objects.
    return type.isEmpty() || cluster.delete(type.get(), id);
  }
}
