package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** What a capability promises, or a requirement asks, beyond its interface. */
public record Nfr(
    @JsonPropertyDescription("How long answers take") @Nullable Latency latency,
    @JsonPropertyDescription("Ticks per second: at least this many") @Nullable Amount tickRateHz,
    @JsonPropertyDescription("Whether equal input gives equal results")
        @Nullable Determinism determinism) {

  public static final Nfr NONE = new Nfr(null, null, null);

  /** How long answers take. */
  public record Latency(
      @JsonPropertyDescription("Milliseconds in which 95 of 100 answers arrive: at most this many")
          @Nullable Amount p95Ms) {}

  /** A figure and how binding it is. */
  public record Amount(
      @JsonPropertyDescription("The figure") @Required @Min(0) double value,
      @JsonPropertyDescription("Whether a provider that is worse is ruled out (hard) or not (soft)")
          @Required
          Strictness constraint) {}

  /** Whether equal input gives equal results, and how binding that is. */
  public record Determinism(
      @JsonPropertyDescription("How deterministic") @Required DeterminismLevel value,
      @JsonPropertyDescription("Whether a provider that is worse is ruled out (hard) or not (soft)")
          @Required
          Strictness constraint) {}
}
