package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.service.Address;
import dev.fleetwright.apiserver.service.Selection;
import dev.fleetwright.apiserver.store.WatchCache;
import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Opens watches. */
final class WatchEndpoint {
  private static final int MIN_SECONDS = 1800;

  private final WatchCache cache;
  private final WatchStreams streams;
  private final Duration bookmarkEvery;

  WatchEndpoint(WatchCache cache, WatchStreams streams, Duration bookmarkEvery) {
    this.cache = cache;
    this.streams = streams;
    this.bookmarkEvery = bookmarkEvery;
  }

  void watch(Exchange exchange, Address at, Selection selection, Rendering rendering) {
    if (streams.isClosed()) {
      throw Failure.stopping();
    }
    if (exchange.header(HeaderNames.UPGRADE).equalsIgnoreCase("websocket")) {
      // There are no WebSockets here. Clients take this as a hint to ask for the plain stream; some
      // read the whole answer first, so it must end.
      exchange.header(HeaderNames.CONNECTION, "close");
      exchange.json(200, new byte[0]);
      return;
    }
    Query query = exchange.query();
    Long version = query.number("resourceVersion");
    boolean asksInitial = query.has("sendInitialEvents");
    boolean initial = query.flag("sendInitialEvents");
    String match = query.text("resourceVersionMatch");
    if (asksInitial && !match.equals("NotOlderThan")) {
      throw forbidden(
          "resourceVersionMatch", "sendInitialEvents requires setting it to NotOlderThan");
    }
    if (!asksInitial && !match.isEmpty()) {
      throw forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden for watch");
    }
    if (initial && version != null && version > cache.version()) {
      throw Failure.versionTooLarge(version, cache.version());
    }
    boolean fromState = initial || version == null || version == 0;
    Long seconds = query.number("timeoutSeconds");
    // Spread, so that not all clients of a server come back at the same moment.
    long timeout =
        seconds == null || seconds == 0
            ? MIN_SECONDS + ThreadLocalRandom.current().nextInt(MIN_SECONDS)
            : Math.min(seconds, 86_400);
    boolean bookmarks = query.flag("allowWatchBookmarks");
    var watch =
        new WatchQuery(
            at.collection(),
            selection,
            fromState || version == null ? -1 : version,
            asksInitial && !initial,
            initial && bookmarks,
            bookmarks,
            Duration.ofSeconds(timeout));
    try (OutputStream out = exchange.stream()) {
      new WatchStream(cache, streams, at.type(), rendering, watch, bookmarkEvery, out).run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Failure forbidden(String field, String message) {
    return Failure.invalid(
        Failure.Target.of("", "meta.k8s.io", "ListOptions"),
        List.of(Cause.forbidden(field, message)));
  }
}
