package dev.fleetwright.amqp;

/** What became of a message. */
public enum PublishResult {
  /** The broker has it, in at least one queue. */
  CONFIRMED,
  /** No queue wants it. */
  UNROUTABLE,
  /** It was not sent: too many are waiting, the broker keeps refusing, or this end was closed. */
  FAILED
}
