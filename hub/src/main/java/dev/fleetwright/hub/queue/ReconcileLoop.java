package dev.fleetwright.hub.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Workers that take keys from a queue and reconcile them until it is closed. */
public final class ReconcileLoop<K> implements AutoCloseable {

  private final KeyedQueue<K> queue;
  private final Reconciler<K> reconciler;
  private final BiConsumer<K, Exception> onFailure;
  private final List<Thread> workers = new ArrayList<>();

  public ReconcileLoop(
      KeyedQueue<K> queue, Reconciler<K> reconciler, BiConsumer<K, Exception> onFailure) {
    this.queue = queue;
    this.reconciler = reconciler;
    this.onFailure = onFailure;
  }

  public ReconcileLoop<K> start(String name, int count) {
    for (int i = 0; i < count; i++) {
      workers.add(Thread.ofVirtual().name(name + "-" + i).start(this::work));
    }
    return this;
  }

  /** One key, if one is due: what a worker does, and what a simulation calls by itself. */
  public boolean step() {
    Optional<K> key = queue.poll();
    key.ifPresent(this::reconcile);
    return key.isPresent();
  }

  private void work() {
    try {
      for (Optional<K> key = queue.take(); key.isPresent(); key = queue.take()) {
        reconcile(key.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void reconcile(K key) {
    try {
      Optional<java.time.Instant> again = reconciler.reconcile(key);
      queue.done(key);
      again.ifPresent(due -> queue.addAt(key, due));
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      onFailure.accept(key, e);
      queue.failed(key);
    }
  }

  /** Lets the keys in work finish, and returns then. */
  @Override
  public void close() {
    queue.close();
    boolean interrupted = false;
    for (Thread worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
