package dev.fleetwright.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a server meant with its refusal. */
public final class Failures {

  /** Rights are seldom given: what is forbidden is not asked for again and again. */
  public static final Duration UNTIL_ASKED_AGAIN = Duration.ofMinutes(5);

  private Failures() {}

  /** Somebody else has changed the object meanwhile: read it again. */
  public static boolean isConflict(Throwable failure) {
    return isAnswer(failure, HttpURLConnection.HTTP_CONFLICT);
  }

  /** Our credentials do not reach that far; only a person can change it. */
  public static boolean isForbidden(Throwable failure) {
    return isAnswer(failure, HttpURLConnection.HTTP_FORBIDDEN);
  }

  /** Watches wrap what the server has answered. */
  private static boolean isAnswer(@Nullable Throwable failure, int code) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof KubernetesClientException answer && answer.getCode() != 0) {
        return answer.getCode() == code;
      }
    }
    return false;
  }
}
