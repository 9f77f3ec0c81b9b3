package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.Envelope;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a controller knows of one component from its own mouth. Only arrival by our clock counts;
 * the times inside messages are of another machine.
 *
 * @param status the last one, with what earlier ones said where it says nothing
 * @param provenFor the generation that a status is known to be newer than: it answered a request,
 *     or applied a setting, that was sent for that goal
 * @param askedAt when the last signal was sent to it
 * @param pollAskedAt when its Actuator was last asked
 * @param offSince since when it has said that it is switched off; null when it has not
 */
public record Contact(
    @Nullable Instant heardAt,
    Envelope.@Nullable ComponentStatus status,
    long provenFor,
    @Nullable Instant polledAt,
    @Nullable ActuatorAnswer answer,
    @Nullable Instant askedAt,
    @Nullable Instant pollAskedAt,
    @Nullable Instant offSince) {

  static final Contact NONE = new Contact(null, null, 0, null, null, null, null, null);

  /** A delta may leave out what did not change. */
  Contact heard(Envelope.ComponentStatus news, Instant now, long proven) {
    Envelope.ComponentStatus before = status;
    Envelope.ComponentStatus merged =
        before == null
            ? news
            : new Envelope.ComponentStatus(
                news.kind(),
                news.role(),
                news.instance(),
                news.ts(),
                news.swarmId(),
                news.state() == null ? before.state() : news.state(),
                news.enabled() == null ? before.enabled() : news.enabled(),
                news.healthy() == null ? before.healthy() : news.healthy(),
                news.appliedConfig() == null ? before.appliedConfig() : news.appliedConfig(),
                news.data(),
                news.messageId(),
                news.correlationId());
    boolean off = Boolean.FALSE.equals(merged.enabled());
    return new Contact(
        now,
        merged,
        Math.max(provenFor, proven),
        polledAt,
        answer,
        askedAt,
        pollAskedAt,
        off ? (offSince == null ? now : offSince) : null);
  }

  Contact proven(long generation) {
    return new Contact(
        heardAt,
        status,
        Math.max(provenFor, generation),
        polledAt,
        answer,
        askedAt,
        pollAskedAt,
        offSince);
  }

  Contact polled(ActuatorAnswer said, Instant now) {
    return new Contact(heardAt, status, provenFor, now, said, askedAt, pollAskedAt, offSince);
  }

  Contact asked(Instant now) {
    return new Contact(heardAt, status, provenFor, polledAt, answer, now, pollAskedAt, offSince);
  }

  Contact pollAsked(Instant now) {
    return new Contact(heardAt, status, provenFor, polledAt, answer, askedAt, now, offSince);
  }

  boolean isHeardSince(Instant time) {
    return heardAt != null && heardAt.isAfter(time);
  }

  /** Whether it has been off from that time on, or longer. */
  boolean isOffSince(Instant time) {
    return offSince != null && !offSince.isAfter(time);
  }

  boolean isPolledSince(Instant time) {
    return polledAt != null && polledAt.isAfter(time);
  }

  boolean mayAsk(Instant now, Duration pause) {
    return askedAt == null || !now.isBefore(askedAt.plus(pause));
  }

  boolean mayPoll(Instant now, Duration pause) {
    return pollAskedAt == null || !now.isBefore(pollAskedAt.plus(pause));
  }
}
