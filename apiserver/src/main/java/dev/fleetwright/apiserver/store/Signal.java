package dev.fleetwright.apiserver.store;

import java.util.concurrent.locks.LockSupport;

/** Wakes one waiting thread; a signal that comes before the wait is kept. */
public final class Signal {
  private final Thread waiter;
  private volatile boolean raised;

  /** A signal for the thread that creates it. */
  public Signal() {
    this.waiter = Thread.currentThread();
  }

  /** Wakes the waiter, now or at its next wait. */
  public void raise() {
    if (!raised) {
      raised = true;
      LockSupport.unpark(waiter);
    }
  }

  /** Waits until raised, interrupted or the time is over; lowers the signal. */
  public void await(long nanos) {
    long end = System.nanoTime() + nanos;
    while (!raised && !Thread.currentThread().isInterrupted()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        break;
      }
      LockSupport.parkNanos(this, left);
    }
    raised = false;
  }
}
