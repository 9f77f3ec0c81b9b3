package dev.fleetwright.agent;

import dev.fleetwright.agent.plan.Outcome;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** What an error of an API server means. */
final class Failures {

  private Failures() {}

  /** The server did not answer: nothing else will work either. */
  static boolean isUnreachable(KubernetesClientException e) {
    return e.getCode() == 0 || e.getCode() == 401 || e.getCode() == 503;
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

  private static String messageOf(KubernetesClientException e) {
    String fromServer = e.getStatus() == null ? null : e.getStatus().getMessage();
    return fromServer == null || fromServer.isBlank() ? String.valueOf(e.getMessage()) : fromServer;
  }
}
