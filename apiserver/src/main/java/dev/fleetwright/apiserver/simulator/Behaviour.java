package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the objects of one kind behave: a function of what is stored and the time. */
public interface Behaviour {
  /** The kind, such as {@code deployments.apps}. */
  String resource();

  /** What to do about an object now. */
  Next next(ObjectNode object, Scene scene);

  /**
   * What to do.
   *
   * @param status the new status, null to leave it
   * @param again when to look again although nothing changed, null for never
   * @param works what to do to other objects, before the status is written
   */
  record Next(@Nullable ObjectNode status, @Nullable Duration again, List<Work> works) {
    /** Nothing to do until something changes. */
    public static final Next NOTHING = new Next(null, null, List.of());

    static Next status(@Nullable ObjectNode status) {
      return new Next(status, null, List.of());
    }
  }
}
