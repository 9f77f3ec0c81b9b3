package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;

/**
 * The times of a controller.
 *
 * @param config how long a component has to show new settings
 * @param statusEvery an aggregate comes at least so often; never more than 10 s
 * @param statusTtl how long a component's status counts; then its Actuator is asked
 * @param askAgain a component that owes an answer is asked again after this time
 * @param retention how long outcomes answer duplicates
 * @param mostEnded how many outcomes are kept at most; beyond that the oldest of a numbered command
 *     is forgotten, or new commands are refused, since another forgotten key would be executed
 *     twice
 */
public record ControllerSettings(
    Duration template,
    Duration start,
    Duration stop,
    Duration remove,
    Duration config,
    Duration statusEvery,
    Duration statusTtl,
    Duration askAgain,
    Duration retention,
    int mostEnded) {

  public static final ControllerSettings DEFAULT =
      new ControllerSettings(
          Duration.ofSeconds(120),
          Duration.ofSeconds(180),
          Duration.ofSeconds(90),
          Duration.ofSeconds(180),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(2),
          Duration.ofHours(24),
          250);

  /** What aggregates promise in {@code maxStalenessSec}. */
  static final int MAX_STALENESS_SECONDS = 10;

  public ControllerSettings {
    if (statusEvery.compareTo(Duration.ofSeconds(MAX_STALENESS_SECONDS)) > 0) {
      throw new IllegalArgumentException("an aggregate comes at least every 10 s");
    }
    if (statusTtl.compareTo(statusEvery.multipliedBy(2)) <= 0) {
      throw new IllegalArgumentException("a status counts for more than two aggregates");
    }
  }

  /** A status is renewed before it is stale, so that a healthy swarm does not seem to flap. */
  Duration renewAfter() {
    return statusTtl.minus(statusEvery.multipliedBy(2));
  }

  Duration timeFor(SignalName signal) {
    return switch (signal) {
      case SWARM_TEMPLATE -> template;
      case SWARM_START -> start;
      case SWARM_STOP -> stop;
      case SWARM_REMOVE -> remove;
      case CONFIG_UPDATE -> config;
      case SWARM_CREATE, STATUS_REQUEST ->
          throw new IllegalArgumentException(signal.text() + " has no deadline here");
    };
  }
}
