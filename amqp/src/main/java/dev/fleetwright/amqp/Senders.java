package dev.fleetwright.amqp;

import dev.fleetwright.model.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Who may send what. The broker vouches for the user-id of a message: a sender can leave it out but
 * cannot put in another's. So a receiver that asks for it knows who spoke.
 */
@FunctionalInterface
public interface Senders {

  /** Why a message is not taken; empty when it is. */
  Optional<Problem> objection(String key, String user);

  /** Everybody who has got into the broker at all: right where all share one login. */
  static Senders anybody() {
    return (_, _) -> Optional.empty();
  }

  /**
   * Each user sends the keys that its pattern matches whole, as in RabbitMQ's topic permissions.
   */
  static Senders listed(Map<String, Pattern> users) {
    Map<String, Pattern> known = new TreeMap<>(users);
    return (key, user) -> {
      Pattern allowed = known.get(user);
      if (allowed == null) {
        return Optional.of(
            forbidden(
                user.isEmpty()
                    ? "the message has no user-id, so nobody answers for it"
                    : "the user " + user + " is not among the known senders"));
      }
      return allowed.matcher(key).matches()
          ? Optional.empty()
          : Optional.of(forbidden("the user " + user + " may not send " + key));
    };
  }

  private static Problem forbidden(String message) {
    return new Problem(
        "forbidden-sender", "", message, "send as a user that may, with its name as user-id");
  }
}
