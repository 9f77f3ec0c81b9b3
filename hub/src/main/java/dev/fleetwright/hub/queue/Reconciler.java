package dev.fleetwright.hub.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * Brings what a key stands for from what is to what should be. Called again and again; must not
 * care how often.
 */
@FunctionalInterface
public interface Reconciler<K> {

  /**
   * Reads, decides, writes what differs.
   *
   * @return when to come again by itself; empty when only a change is a reason to
   * @throws Exception when it could not be done now; it is tried again after a back-off
   */
  Optional<Instant> reconcile(K key) throws Exception;
}
