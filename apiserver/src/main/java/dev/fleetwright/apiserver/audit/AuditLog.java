package dev.fleetwright.apiserver.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * One line of JSON for each request, with who, what and the outcome, and never what objects hold. A
 * thread of its own writes, so that requests do not wait for this file; a queue that is full makes
 * them wait rather than lose a line. Where the file cannot be written, lines are lost and counted.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final int QUEUE = 10_000;
  private static final byte[] STOP = {};

  private final RotatedFile file;
  private final ArrayBlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);
  private final LongAdder lost = new LongAdder();
  private final Thread writer;
  private volatile boolean closed;
  private boolean complained;

  /**
   * Goes on with a file or begins it.
   *
   * @param maxBytes when the file is put aside and a new one begun
   * @param keep how many of those that were put aside stay
   */
  public AuditLog(Path file, long maxBytes, int keep) {
    this.file = new RotatedFile(file, maxBytes, keep);
    this.writer = Thread.ofPlatform().name("audit-writer").daemon(true).unstarted(this::run);
    writer.start();
  }

  /**
   * Puts a line into the log.
   *
   * @param line as JSON, without an end of line
   */
  public void add(byte[] line) {
    if (closed) {
      lost.increment();
      return;
    }
    try {
      queue.put(line);
    } catch (InterruptedException e) {
      lost.increment();
      Thread.currentThread().interrupt();
    }
  }

  /** How many lines could not be written. */
  public long lost() {
    return lost.sum();
  }

  private void run() {
    var batch = new ArrayList<byte[]>();
    boolean stop = false;
    while (!stop) {
      batch.clear();
      try {
        batch.add(queue.take());
      } catch (InterruptedException e) {
        continue; // only a message ends this thread
      }
      queue.drainTo(batch);
      stop = batch.remove(STOP); // arrays are equal only to themselves
      try {
        write(batch);
        complained = false;
      } catch (IOException e) {
        lost.add(batch.size());
        if (!complained) {
          complained = true;
          LOG.log(Level.WARNING, "the audit log " + file + " cannot be written: " + e);
        }
      }
    }
    file.close();
  }

  private void write(List<byte[]> lines) throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    var bytes = new ByteArrayOutputStream(lines.size() * 400);
    for (byte[] line : lines) {
      bytes.writeBytes(line);
      bytes.write('\n');
    }
    file.append(bytes.toByteArray());
  }

  /** Writes what waits. */
  @Override
  public void close() {
    closed = true;
    try {
      if (queue.offer(STOP, 5, TimeUnit.SECONDS)) {
        writer.join(5_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
