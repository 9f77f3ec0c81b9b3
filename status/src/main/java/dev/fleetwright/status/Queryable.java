package dev.fleetwright.status;

import dev.fleetwright.cel.CelEnvironment;
import dev.fleetwright.cel.CelLimits;
import dev.fleetwright.cel.ValueType;

/** What expressions of StatusCollectors can ask about. */
final class Queryable {

  /** {@code inventory.name}. */
  static final String INVENTORY = "inventory";

  /** The object of the hub, without its status. */
  static final String OBJ = "obj";

  /** {@code returned.status}. */
  static final String RETURNED = "returned";

  /** {@code propagation.lastReturnedUpdateTimestamp}. */
  static final String PROPAGATION = "propagation";

  /** The time of the evaluation, for "stale for more than". */
  static final String NOW = "now";

  /**
   * An expression runs once per cluster, thousands of times in a row, so that one evaluation may
   * cost far less than elsewhere. What statuses need is far below.
   */
  private static final CelLimits LIMITS =
      CelLimits.DEFAULT
          .withSteps(50_000)
          .withIterations(5_000)
          .withTextLength(300_000)
          .withElements(20_000);

  static final CelEnvironment ENVIRONMENT =
      CelEnvironment.builder()
          .variable(INVENTORY, ValueType.DYN)
          .variable(OBJ, ValueType.DYN)
          .variable(RETURNED, ValueType.DYN)
          .variable(PROPAGATION, ValueType.DYN)
          .variable(NOW, ValueType.TIMESTAMP)
          .absentAsNull(RETURNED, PROPAGATION, NOW)
          .limits(LIMITS)
          .build();

  private Queryable() {}
}
