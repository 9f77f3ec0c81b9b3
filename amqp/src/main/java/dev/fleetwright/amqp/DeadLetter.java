package dev.fleetwright.amqp;

import java.time.Instant;

/**
 * A message that nobody could deal with.
 *
 * @param id of this letter; a message that is refused twice is two letters
 * @param queue where it was received
 * @param sender the broker's user who sent it; empty when the message does not say
 * @param reasons one line per problem
 * @param body as it came, decoded leniently for reading
 */
public record DeadLetter(
    String id, String key, String queue, String sender, Instant at, String reasons, String body) {}
