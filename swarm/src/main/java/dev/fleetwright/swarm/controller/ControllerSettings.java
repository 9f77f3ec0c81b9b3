package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;

/**
 * The times of a controller.
 *
 * @param statusEvery an aggregate comes at least so often; never more than 10 s
 * @param retention how long outcomes answer duplicates
 * @param mostEnded how many outcomes are kept at most; beyond that new commands are refused, since
 *     a forgotten key would be executed twice
 */
public record ControllerSettings(
    Duration template,
    Duration start,
    Duration stop,
    Duration remove,
    Duration statusEvery,
    Duration retention,
    int mostEnded) {

  public static final ControllerSettings DEFAULT =
      new ControllerSettings(
          Duration.ofSeconds(120),
          Duration.ofSeconds(180),
          Duration.ofSeconds(90),
          Duration.ofSeconds(180),
          Duration.ofSeconds(5),
          Duration.ofHours(24),
          250);

  /** What aggregates promise in {@code maxStalenessSec}. */
  static final int MAX_STALENESS_SECONDS = 10;

  public ControllerSettings {
    if (statusEvery.compareTo(Duration.ofSeconds(MAX_STALENESS_SECONDS)) > 0) {
      throw new IllegalArgumentException("an aggregate comes at least every 10 s");
    }
  }

  Duration timeFor(SignalName signal) {
    return switch (signal) {
      case SWARM_TEMPLATE -> template;
      case SWARM_START -> start;
      case SWARM_STOP -> stop;
      case SWARM_REMOVE -> remove;
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST ->
          throw new IllegalArgumentException(signal.text() + " has no deadline here");
    };
  }
}
