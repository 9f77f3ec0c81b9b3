package dev.fleetwright.hub.tracing;

import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Takes spans. The usual one takes none and costs nothing. */
public abstract class Tracer implements AutoCloseable {

  /** Takes nothing. */
  public static final Tracer OFF =
      new Tracer() {
        @Override
        boolean isOn() {
          return false;
        }

        @Override
        void ended(Span span) {}

        @Override
        public void close() {}
      };

  /** The span that the current thread is in. */
  private static final ThreadLocal<@Nullable Running> CURRENT = new ThreadLocal<>();

  abstract boolean isOn();

  abstract void ended(Span span);

  @Override
  public abstract void close();

  /** A span that has begun; closing ends it. */
  public static final class Running implements AutoCloseable {

    private final Tracer tracer;
    private final String traceId;
    private final String spanId;
    private final @Nullable Running parent;
    private final String name;
    private final Instant start;
    private final Map<String, Object> attributes = new LinkedHashMap<>();
    private @Nullable String error;

    private Running(Tracer tracer, String name, @Nullable Running parent, Instant start) {
      this.tracer = tracer;
      this.name = name;
      this.parent = parent;
      this.traceId = parent == null ? random(16) : parent.traceId;
      this.spanId = random(8);
      this.start = start;
    }

    public Running with(String key, Object value) {
      attributes.put(key, value);
      return this;
    }

    public void failed(Exception e) {
      error = e.toString();
    }

    @Override
    public void close() {
      CURRENT.set(parent);
      tracer.ended(
          new Span(
              traceId,
              spanId,
              parent == null ? null : parent.spanId,
              name,
              start,
              Instant.now(),
              attributes,
              error));
    }
  }

  /** Begins a span below the one that the thread is in; null when nobody takes spans. */
  public @Nullable Running begin(String name) {
    if (!isOn()) {
      return null;
    }
    Running running = new Running(this, name, CURRENT.get(), Instant.now());
    CURRENT.set(running);
    return running;
  }

  /** The span that the thread is in; null when there is none. */
  public static @Nullable Running current() {
    return CURRENT.get();
  }

  private static String random(int bytes) {
    byte[] id = new byte[bytes];
    ThreadLocalRandom.current().nextBytes(id);
    return HexFormat.of().formatHex(id);
  }
}
