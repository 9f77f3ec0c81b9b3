package dev.fleetwright.apiserver;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** How a server is to run. Each {@code with…} gives another one, which differs in that alone. */
public final class Config {
  private final Path dataDir;
  private String host = "127.0.0.1";
  private int port = 0;
  private Clock clock = Clock.systemUTC();
  private long maxBody = 3 * 1024 * 1024;
  private int maxConnections = 10_000;
  private Duration sendWithin = Duration.ofSeconds(30);
  private int historyEvents = 100_000;
  private long historyBytes = 128L * 1024 * 1024;
  private long maxStoreBytes = 0;
  private long auditBytes = 64L * 1024 * 1024;
  private Duration bookmarkEvery = Duration.ofSeconds(30);
  private Duration patience = Duration.ofSeconds(30);

  private Config(Path dataDir) {
    this.dataDir = dataDir;
  }

  /** The usual settings: a free port on the loopback address. */
  public static Config of(Path dataDir) {
    return new Config(dataDir);
  }

  private Config copy() {
    var copy = new Config(dataDir);
    copy.host = host;
    copy.port = port;
    copy.clock = clock;
    copy.maxBody = maxBody;
    copy.maxConnections = maxConnections;
    copy.sendWithin = sendWithin;
    copy.historyEvents = historyEvents;
    copy.historyBytes = historyBytes;
    copy.maxStoreBytes = maxStoreBytes;
    copy.auditBytes = auditBytes;
    copy.bookmarkEvery = bookmarkEvery;
    copy.patience = patience;
    return copy;
  }

  /** Where everything is kept; created when absent. */
  public Path dataDir() {
    return dataDir;
  }

  /** The address to listen on. */
  public String host() {
    return host;
  }

  /** 0 for any free one. */
  public int port() {
    return port;
  }

  /** Gives the times that stand in objects. */
  public Clock clock() {
    return clock;
  }

  /** How many bytes a request may carry. */
  public long maxBody() {
    return maxBody;
  }

  /** How many clients can be connected at once; others wait. */
  public int maxConnections() {
    return maxConnections;
  }

  /** How long the headers of a request may take, and then its body. */
  public Duration sendWithin() {
    return sendWithin;
  }

  /** How many recent changes a watch can resume over. */
  public int historyEvents() {
    return historyEvents;
  }

  /** And how many bytes of them. */
  public long historyBytes() {
    return historyBytes;
  }

  /** How large the file of all objects may become; 0 for what the disk holds. */
  public long maxStoreBytes() {
    return maxStoreBytes;
  }

  /** When the audit log is put aside and a new one begun. */
  public long auditBytes() {
    return auditBytes;
  }

  /** How often an idle watch is told the version it has reached. */
  public Duration bookmarkEvery() {
    return bookmarkEvery;
  }

  /** How long a watching client may refuse to read before it is cut off. */
  public Duration patience() {
    return patience;
  }

  public Config withPort(int other) {
    Config copy = copy();
    copy.port = other;
    return copy;
  }

  public Config withHost(String other) {
    Config copy = copy();
    copy.host = other;
    return copy;
  }

  public Config withClock(Clock other) {
    Config copy = copy();
    copy.clock = other;
    return copy;
  }

  public Config withHistory(int events, long bytes) {
    Config copy = copy();
    copy.historyEvents = events;
    copy.historyBytes = bytes;
    return copy;
  }

  public Config withMaxStoreBytes(long other) {
    Config copy = copy();
    copy.maxStoreBytes = other;
    return copy;
  }

  public Config withMaxConnections(int other) {
    Config copy = copy();
    copy.maxConnections = other;
    return copy;
  }

  public Config withSendWithin(Duration other) {
    Config copy = copy();
    copy.sendWithin = other;
    return copy;
  }

  public Config withAuditBytes(long other) {
    Config copy = copy();
    copy.auditBytes = other;
    return copy;
  }

  public Config withBookmarkEvery(Duration other) {
    Config copy = copy();
    copy.bookmarkEvery = other;
    return copy;
  }

  public Config withPatience(Duration other) {
    Config copy = copy();
    copy.patience = other;
    return copy;
  }
}
