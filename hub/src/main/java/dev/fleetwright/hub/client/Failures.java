package dev.fleetwright.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import java.net.HttpURLConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server meant with its refusal. */
public final class Failures {

  /** Rights are seldom given: what is forbidden is not asked for again and again. */
  public static final Duration UNTIL_ASKED_AGAIN = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** A watch that fails is begun anew for ever; the log says why it had to be. */
  static ExceptionHandler watchedAgain(String what) {
    return (_, failure) -> {
      LOG.warn("{} cannot be read and are asked for again: {}", what, messageOf(failure));
      return true;
    };
  }

  /** What the server has said, without what the client has to say about it. */
  public static String messageOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof KubernetesClientException answer
          && answer.getStatus() != null
          && answer.getStatus().getMessage() != null) {
        return answer.getStatus().getMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }

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
