package dev.fleetwright.amqp;

/**
 * How much one queue of the embedded broker holds.
 *
 * @param messages at most so many
 * @param bytes at most so many of their bodies
 * @param whenFull what happens to a message more
 */
record QueueLimit(long messages, long bytes, WhenFull whenFull) {

  /** What a full queue does. */
  enum WhenFull {
    /** Gives up its oldest message. */
    FORGETS_OLDEST("RING"),
    /** Takes none, and the publisher is told so. */
    REFUSES("REJECT");

    private final String policy;

    WhenFull(String policy) {
      this.policy = policy;
    }

    /** The broker's own word for it. */
    String policy() {
      return policy;
    }
  }

  /**
   * Enough for every swarm of a large fleet to speak for a while when nobody listens. The oldest
   * goes first: a status is worth less than the one after it, and a command is sent again. To
   * refuse instead would let one queue that nobody reads hold up all the others.
   */
  static final QueueLimit DEFAULT =
      new QueueLimit(50_000, 64L * 1024 * 1024, WhenFull.FORGETS_OLDEST);
}
