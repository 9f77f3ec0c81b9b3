package dev.fleetwright.apiserver;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * Work that goes on in a thread of its own until its result is wanted. What it made is closed with
 * it.
 *
 * @param <T> what the work makes
 */
final class Meanwhile<T> implements AutoCloseable {
  private final FutureTask<T> task;
  private final Consumer<T> closing;

  /**
   * @param closing what is done with the result in the end
   */
  Meanwhile(String name, Callable<T> work, Consumer<T> closing) {
    this.closing = closing;
    task = new FutureTask<>(work);
    Thread.ofPlatform().name(name).daemon(true).start(task);
  }

  /** Waits for the work; a failure of it is a failure here. */
  T result() throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true; // it is short, and half a start is none
        }
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException failure) {
        throw failure;
      }
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(cause);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    T made;
    try {
      made = result();
    } catch (IOException | RuntimeException e) {
      return; // nothing was made, and whoever wanted it was told
    }
    closing.accept(made);
  }
}
