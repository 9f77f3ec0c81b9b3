package dev.fleetwright.apiserver;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * How a server is to run.
 *
 * @param dataDir where everything is kept; created when absent
 * @param port 0 for any free one
 * @param clock gives the times that stand in objects
 * @param maxBody how many bytes a request may carry
 * @param maxConnections how many clients can be connected at once; others wait
 * @param sendWithin how long the headers of a request may take, and then its body
 * @param historyEvents how many recent changes a watch can resume over
 * @param historyBytes and how many bytes of them
 * @param maxStoreBytes how large the file of all objects may become; 0 for what the disk holds
 * @param auditBytes when the audit log is put aside and a new one begun
 * @param bookmarkEvery how often an idle watch is told the version it has reached
 * @param patience how long a watching client may refuse to read before it is cut off
 */
public record Config(
    Path dataDir,
    String host,
    int port,
    Clock clock,
    long maxBody,
    int maxConnections,
    Duration sendWithin,
    int historyEvents,
    long historyBytes,
    long maxStoreBytes,
    long auditBytes,
    Duration bookmarkEvery,
    Duration patience) {
  /** The usual settings: a free port on the loopback address. */
  public static Config of(Path dataDir) {
    return new Config(
        dataDir,
        "127.0.0.1",
        0,
        Clock.systemUTC(),
        3 * 1024 * 1024,
        10_000,
        Duration.ofSeconds(30),
        100_000,
        128L * 1024 * 1024,
        0,
        64L * 1024 * 1024,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30));
  }

  public Config withPort(int other) {
    return new Config(
        dataDir,
        host,
        other,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withHost(String other) {
    return new Config(
        dataDir,
        other,
        port,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withClock(Clock other) {
    return new Config(
        dataDir,
        host,
        port,
        other,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withHistory(int events, long bytes) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        events,
        bytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withMaxStoreBytes(long other) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        other,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withMaxConnections(int other) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        other,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withSendWithin(Duration other) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        maxConnections,
        other,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        patience);
  }

  public Config withAuditBytes(long other) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        other,
        bookmarkEvery,
        patience);
  }

  public Config withBookmarkEvery(Duration other) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        other,
        patience);
  }

  public Config withPatience(Duration other) {
    return new Config(
        dataDir,
        host,
        port,
        clock,
        maxBody,
        maxConnections,
        sendWithin,
        historyEvents,
        historyBytes,
        maxStoreBytes,
        auditBytes,
        bookmarkEvery,
        other);
  }
}
