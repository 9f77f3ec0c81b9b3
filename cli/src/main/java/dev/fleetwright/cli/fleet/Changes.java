package dev.fleetwright.cli.fleet;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes a command when something it shows has changed, and not before. */
final class Changes {

  /** What changes within this time is shown together. */
  private static final long TOGETHER_MILLIS = 150;

  /** Something is to be looked at from the beginning. */
  private final Semaphore changes = new Semaphore(1);

  /** For an informer. */
  <T extends HasMetadata> ResourceEventHandler<T> handler() {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T object) {
        changes.release();
      }

      @Override
      public void onUpdate(T before, T now) {
        changes.release();
      }

      @Override
      public void onDelete(T object, boolean unknown) {
        changes.release();
      }
    };
  }

  /** Something else is to be looked at. */
  void wake() {
    changes.release();
  }

  void await() throws InterruptedException {
    changes.acquire();
    settle();
  }

  /** Whether something has changed before the time is over. */
  boolean await(long nanos) throws InterruptedException {
    if (!changes.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      return false;
    }
    settle();
    return true;
  }

  private void settle() throws InterruptedException {
    Thread.sleep(TOGETHER_MILLIS);
    changes.drainPermits();
  }
}
