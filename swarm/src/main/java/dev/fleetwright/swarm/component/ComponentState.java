package dev.fleetwright.swarm.component;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Envelope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A component in memory.
 *
 * @param wellbeing what the program last said about itself
 * @param configuring settings that were taken and are not applied yet, in the order they came; the
 *     first is being applied
 * @param refused why the last settings that failed were not applied
 * @param lastSent the last status, to tell a change from none
 */
public record ComponentState(
    ComponentRecord record,
    Wellbeing wellbeing,
    List<Settings> configuring,
    @Nullable Refused refused,
    @Nullable Sent lastSent) {

  /** What the program says about itself. */
  public record Wellbeing(boolean healthy, @Nullable String state, @Nullable ObjectNode data) {
    public static final Wellbeing FINE = new Wellbeing(true, null, null);
  }

  /** Changes on their way: what is not named stays, and null takes a setting away. */
  public record Settings(String idempotencyKey, ObjectNode changes, long sequence) {}

  /** Settings that the program did not take. */
  public record Refused(String idempotencyKey, String message) {}

  /** A status without its ids and times. */
  public record Sent(Instant at, Envelope.ComponentStatus content) {}

  public ComponentState {
    configuring = List.copyOf(configuring);
  }

  /** After a start or a restart. */
  public static ComponentState restored(ComponentRecord record) {
    return new ComponentState(record, Wellbeing.FINE, List.of(), null, null);
  }
}
