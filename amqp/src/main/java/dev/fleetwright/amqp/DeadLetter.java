package dev.fleetwright.amqp;

import java.time.Instant;

/**
 * A message that nobody could deal with.
 *
 * @param queue where it was received
 * @param reasons one line per problem
 * @param body as it came, decoded leniently for reading
 */
public record DeadLetter(String key, String queue, Instant at, String reasons, String body) {}
