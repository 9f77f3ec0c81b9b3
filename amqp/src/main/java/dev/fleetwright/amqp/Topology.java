package dev.fleetwright.amqp;

/** The names on the broker. No {@code x-} arguments: the embedded broker has none. */
public final class Topology {

  public static final String CONTROL_EXCHANGE = "ph.control";
  public static final String DEAD_LETTER_EXCHANGE = "ph.control.dead";
  public static final String DEAD_LETTER_QUEUE = "ph.control.dead-letters";

  private Topology() {}
}
