package dev.fleetwright.amqp;

/** A queue that is being consumed, over all reconnections. */
public interface Subscription {

  /** Stops consuming; the queue stays and collects. */
  void cancel();

  /** Stops consuming and deletes the queue with what is in it. */
  void delete();
}
