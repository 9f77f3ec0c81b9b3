package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What became of one manifest.
 *
 * @param id null when the manifest does not say what it is
 * @param type null when it is not known, or another work reports about the object
 * @param live the object as the cluster has it now
 * @param failure null when the object is as the work wants it
 */
public record Outcome(
    int ordinal,
    @Nullable ObjectId id,
    @Nullable ResourceType type,
    @Nullable ObjectNode live,
    @Nullable Failure failure) {

  /**
   * Why an object is not as the work wants it.
   *
   * @param reason for the condition, in one word
   * @param code as problems have them
   * @param retryable whether it may come right without a change of the work
   */
  public record Failure(String reason, String code, String message, boolean retryable) {}

  public static Outcome of(Refusal refusal, @Nullable ResourceType type) {
    return new Outcome(
        refusal.ordinal(),
        refusal.id(),
        type,
        null,
        new Failure(
            refusal.reason(),
            refusal.problem().code(),
            refusal.problem().message(),
            refusal.retryable()));
  }

  public static Outcome done(Step step, @Nullable ObjectNode live) {
    return new Outcome(step.ordinal(), step.id(), step.type(), live, null);
  }

  /** Another work has seen to it, and reports about it. */
  public static Outcome shared(Step step, ObjectNode live) {
    return new Outcome(step.ordinal(), step.id(), null, live, null);
  }

  public static Outcome failed(Step step, Failure failure) {
    return new Outcome(step.ordinal(), step.id(), step.type(), null, failure);
  }

  public boolean isApplied() {
    return failure == null;
  }
}
