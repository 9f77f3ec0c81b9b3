package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** How a command ended. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "result")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Outcome.Success.class, name = "success"),
  @JsonSubTypes.Type(value = Outcome.Failure.class, name = "error")
})
public sealed interface Outcome {

  record Success(@Nullable SwarmState state) implements Outcome {}

  /**
   * Why it failed.
   *
   * @param code stable, in kebab case
   * @param phase where it failed, e.g. {@code validate}, {@code start}
   * @param retryable whether the same command may succeed later; null when the emitter did not say
   */
  record Failure(
      String code,
      String message,
      @Nullable String phase,
      @Nullable Boolean retryable,
      @Nullable JsonNode details,
      @Nullable SwarmState state)
      implements Outcome {

    public Failure {
      details = details == null ? null : details.deepCopy();
    }

    public Failure(String code, String message, String phase, boolean retryable) {
      this(code, message, phase, retryable, null, null);
    }

    /** Whether it is worth another attempt; an emitter that did not say gets the benefit. */
    public boolean mayRetry() {
      return retryable == null || retryable;
    }
  }

  default boolean succeeded() {
    return this instanceof Success;
  }
}
