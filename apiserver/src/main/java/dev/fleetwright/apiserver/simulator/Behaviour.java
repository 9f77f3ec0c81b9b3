package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How the objects of one kind behave: a pure function of what is stored and the time. */
public interface Behaviour {
  /** The kind, such as {@code deployments.apps}. */
  String resource();

  /** What to do about an object now. */
  Next next(ObjectNode object, Instant now);

  /**
   * What to do.
   *
   * @param status the new status, null to leave it
   * @param again when to look again although nothing changed, null for never
   */
  record Next(@Nullable ObjectNode status, @Nullable Duration again) {
    /** Nothing to do until the object changes. */
    public static final Next NOTHING = new Next(null, null);
  }
}
