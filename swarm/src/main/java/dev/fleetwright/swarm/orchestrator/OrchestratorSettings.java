package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;

/**
 * The times of an orchestrator. Each command has longer here than at the controller, so that a
 * controller that can be reached gives the reason before time runs out.
 *
 * @param firstResend until a command is sent again; doubles up to {@code slowestResend}
 * @param firstRetry until a failed command is replaced by a new one; doubles up to {@code
 *     slowestRetry}
 * @param silence after which a swarm is Unknown
 * @param retention how long outcomes are kept
 * @param mostEnded how many outcomes are kept at most
 */
public record OrchestratorSettings(
    Duration create,
    Duration template,
    Duration start,
    Duration stop,
    Duration remove,
    Duration firstResend,
    Duration slowestResend,
    Duration firstRetry,
    Duration slowestRetry,
    Duration silence,
    Duration retention,
    int mostEnded) {

  public static final OrchestratorSettings DEFAULT =
      new OrchestratorSettings(
          Duration.ofSeconds(120),
          Duration.ofSeconds(150),
          Duration.ofSeconds(210),
          Duration.ofSeconds(120),
          Duration.ofSeconds(210),
          Duration.ofSeconds(2),
          Duration.ofSeconds(15),
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofSeconds(20),
          Duration.ofHours(24),
          250);

  Duration timeFor(SignalName signal) {
    return switch (signal) {
      case SWARM_CREATE -> create;
      case SWARM_TEMPLATE -> template;
      case SWARM_START -> start;
      case SWARM_STOP -> stop;
      case SWARM_REMOVE -> remove;
      case CONFIG_UPDATE, STATUS_REQUEST ->
          throw new IllegalArgumentException(signal.text() + " is no operation");
    };
  }

  Duration resendAfter(int attempts) {
    return doubled(firstResend, attempts - 1, slowestResend);
  }

  Duration retryAfter(int failures) {
    return doubled(firstRetry, failures - 1, slowestRetry);
  }

  private static Duration doubled(Duration first, int times, Duration most) {
    Duration wait = first.multipliedBy(1L << Math.clamp(times, 0, 20));
    return wait.compareTo(most) > 0 ? most : wait;
  }
}
