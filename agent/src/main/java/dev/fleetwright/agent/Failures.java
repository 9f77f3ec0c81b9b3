package dev.fleetwright.agent;

import dev.fleetwright.agent.plan.Outcome;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an error of an API server means. */
final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** The server did not answer: nothing else will work either. */
  static boolean isUnreachable(KubernetesClientException e) {
    return e.getCode() == 0 || e.getCode() == 401 || e.getCode() == 503;
  }

  /** A watch that fails is begun anew for ever; the log says why it had to be. */
  static ExceptionHandler watchedAgain(String what) {
    return (_, failure) -> {
      LOG.warn("{} cannot be watched and are asked for again: {}", what, messageOf(failure));
      return true;
    };
  }

  /** Somebody else has changed the object meanwhile. */
  static boolean isConflict(Exception e) {
    return e instanceof KubernetesClientException answer && answer.getCode() == 409;
  }

  /** An object that the server refuses for what it is stays refused until it is changed. */
  static Outcome.Failure of(KubernetesClientException e) {
    boolean invalid = e.getCode() == 400 || e.getCode() == 422;
    return new Outcome.Failure(
        invalid ? "InvalidManifest" : "ApplyFailed",
        invalid ? "invalid-manifest" : "apply-failed",
        messageOf(e),
        !invalid);
  }

  /** What the server has said, without what the client has to say about it. */
  private static String messageOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof KubernetesClientException answer
          && answer.getStatus() != null
          && answer.getStatus().getMessage() != null
          && !answer.getStatus().getMessage().isBlank()) {
        return answer.getStatus().getMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }
}
