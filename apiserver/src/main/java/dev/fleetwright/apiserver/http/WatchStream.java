package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.Signal;
import dev.fleetwright.apiserver.store.WatchCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One watch: sends the events of a collection to one client, each as a line of JSON. It runs on the
 * thread of its request and keeps nothing but the version it has reached.
 */
final class WatchStream {
  private static final int BATCH = 256;
  private static final int FLUSH_AT = 64 * 1024;

  private final WatchCache cache;
  private final WatchStreams streams;
  private final ResourceType type;
  private final Rendering rendering;
  private final WatchQuery query;
  private final Duration bookmarkEvery;
  private final OutputStream out;
  private final Signal signal = new Signal();
  private final Thread thread = Thread.currentThread();
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private volatile boolean writing;
  private volatile long writingSince;
  private boolean started;
  private long reached;
  private boolean anyObject;

  WatchStream(
      WatchCache cache,
      WatchStreams streams,
      ResourceType type,
      Rendering rendering,
      WatchQuery query,
      Duration bookmarkEvery,
      OutputStream out) {
    this.cache = cache;
    this.streams = streams;
    this.type = type;
    this.rendering = rendering;
    this.query = query;
    this.bookmarkEvery = bookmarkEvery;
    this.out = out;
  }

  /** Sends until the time is over, the client goes or the server stops. */
  void run() throws IOException {
    streams.add(this);
    cache.subscribe(query.collection(), signal);
    try {
      flush();
      if (start()) {
        follow();
      }
      flush();
    } finally {
      cache.unsubscribe(query.collection(), signal);
      streams.remove(this);
    }
  }

  /** Brings the client to the state from which events follow; false if that cannot be. */
  private boolean start() throws IOException {
    if (query.from() >= 0) {
      reached = query.from();
      if (reached > cache.version()) {
        // Versions of another life of the data: the client must list again.
        error(Failure.expired("too large resource version: " + reached));
        return false;
      }
      return true;
    }
    WatchCache.Snapshot snapshot =
        cache.snapshot(query.collection(), query.selection().namespace(), "");
    reached = snapshot.version();
    if (!query.skipInitial()) {
      for (Entry entry : snapshot.entries()) {
        if (query.selection().matches(entry)) {
          event("ADDED", rendering.event(entry, !anyObject));
        }
      }
    }
    if (query.initialBookmark()) {
      bookmark(true);
    }
    return true;
  }

  private void follow() throws IOException {
    long end = System.nanoTime() + query.timeout().toNanos();
    long nextBookmark = System.nanoTime() + bookmarkEvery.toNanos();
    long sentBookmark = reached;
    while (!streams.isClosed() && !Thread.currentThread().isInterrupted()) {
      switch (cache.next(query.collection(), reached, BATCH)) {
        case WatchCache.Progress.Expired(long oldest) -> {
          error(Failure.expired("too old resource version: %d (%d)".formatted(reached, oldest)));
          return;
        }
        case WatchCache.Progress.Events(var events, long version) -> {
          for (Event event : events) {
            send(event);
          }
          reached = version;
          long now = System.nanoTime();
          if (now >= end) {
            return;
          }
          if (query.bookmarks() && now >= nextBookmark) {
            if (reached > sentBookmark) {
              bookmark(false);
              sentBookmark = reached;
            }
            nextBookmark = now + bookmarkEvery.toNanos();
          }
          flush();
          if (events.isEmpty()) {
            long wait = end - now;
            signal.await(query.bookmarks() ? Math.min(wait, nextBookmark - now) : wait);
          }
        }
      }
    }
  }

  /** An object that enters the selection is new to this client, one that leaves it is gone. */
  private void send(Event event) throws IOException {
    Entry previous = event.previous();
    boolean was = previous != null && query.selection().matches(previous);
    boolean is = event.type() != Event.Type.DELETED && query.selection().matches(event.object());
    if (is) {
      event(was ? "MODIFIED" : "ADDED", rendering.event(event.object(), !anyObject));
    } else if (was && event.type() == Event.Type.DELETED) {
      event("DELETED", rendering.event(event.object(), !anyObject));
    } else if (was && previous != null) {
      ObjectNode last = previous.tree().put("apiVersion", type.apiVersion());
      last.withObject("/metadata").put("resourceVersion", Long.toString(event.version()));
      event("DELETED", rendering.tree(last, !anyObject));
    }
  }

  private void event(String name, byte[] object) throws IOException {
    anyObject = true;
    line(name, object);
  }

  private void bookmark(boolean initialEnd) throws IOException {
    ObjectNode mark = Json.object();
    mark.put("kind", type.kind()).put("apiVersion", type.apiVersion());
    ObjectNode metadata = mark.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(reached)).putNull("creationTimestamp");
    if (initialEnd) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    line("BOOKMARK", Json.bytes(mark));
  }

  private void error(Failure failure) throws IOException {
    line("ERROR", Json.bytes(failure.status()));
  }

  private void line(String name, byte[] object) throws IOException {
    buffer.writeBytes(("{\"type\":\"" + name + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
    buffer.writeBytes(object);
    buffer.writeBytes("}\n".getBytes(StandardCharsets.UTF_8));
    if (buffer.size() >= FLUSH_AT) {
      flush();
    }
  }

  /**
   * The first call sends the headers, for which clients wait even where nothing happens. The web
   * server sends them with the first byte only, so there is one that means nothing in JSON.
   */
  private void flush() throws IOException {
    if (!started) {
      started = true;
      buffer.write(' ');
    }
    if (buffer.size() == 0) {
      return;
    }
    writingSince = System.nanoTime();
    writing = true;
    try {
      buffer.writeTo(out);
      buffer.reset();
      out.flush();
    } finally {
      writing = false;
    }
  }

  void wake() {
    signal.raise();
  }

  /** Interrupting a virtual thread in a write closes its connection. */
  void cutOffIfStuck(long now, long patienceNanos) {
    if (writing && now - writingSince > patienceNanos) {
      thread.interrupt();
    }
  }
}
