package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.WatchCache;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists collections, in parts that all show one state. */
public final class Listing {
  private final WatchCache cache;

  public Listing(WatchCache cache) {
    this.cache = cache;
  }

  /**
   * @param version the state to go on with, or -1 for whatever is current
   */
  private record Token(long version, String after) {
    String text() {
      ObjectNode node = Json.object();
      node.put("v", "meta.k8s.io/v1").put("rv", version).put("start", after);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(node));
    }

    static Token parse(String text) {
      try {
        JsonNode node = Json.parse(Base64.getUrlDecoder().decode(text), false);
        String after = Json.textAt(node, "start");
        if (after != null && !after.isEmpty() && node.path("rv").isIntegralNumber()) {
          return new Token(node.path("rv").longValue(), after);
        }
      } catch (IllegalArgumentException | Failure e) {
        // answered below, like every token that is not ours
      }
      throw Failure.badRequest("continue key is not valid: it was not given out by this server");
    }
  }

  /** One part of a list. */
  public Page list(CollectionKey collection, ListQuery query) {
    Selection selection = query.selection();
    WatchCache.Snapshot snapshot = snapshot(collection, query);
    List<Entry> entries = snapshot.entries();
    if (query.limit() <= 0 && selection.isAll()) {
      return new Page(snapshot.version(), entries, null, null);
    }
    var found = new ArrayList<Entry>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (!selection.matches(entry)) {
        continue;
      }
      if (query.limit() > 0 && found.size() == query.limit()) {
        String token = new Token(snapshot.version(), found.getLast().key().path()).text();
        Long remaining = selection.isAll() ? Long.valueOf(entries.size() - i) : null;
        return new Page(snapshot.version(), found, token, remaining);
      }
      found.add(entry);
    }
    return new Page(snapshot.version(), found, null, null);
  }

  private WatchCache.Snapshot snapshot(CollectionKey collection, ListQuery query) {
    String namespace = query.selection().namespace();
    if (query.continueToken() != null) {
      return continued(collection, namespace, query);
    }
    Long version = query.version();
    if (version != null && version > 0) {
      long current = cache.version();
      if (version > current) {
        throw Failure.versionTooLarge(version, current);
      }
      if (query.exact()) {
        WatchCache.Snapshot past = cache.snapshotAt(version, collection, namespace, "");
        if (past == null) {
          throw Failure.expired("The resourceVersion for the provided list is too old.");
        }
        return past;
      }
    }
    return cache.snapshot(collection, namespace, "");
  }

  private WatchCache.Snapshot continued(
      CollectionKey collection, @Nullable String namespace, ListQuery query) {
    if (query.version() != null && query.version() > 0) {
      throw Failure.badRequest("specifying resource version is not allowed when using continue");
    }
    String text = query.continueToken();
    Token token = Token.parse(text == null ? "" : text);
    if (token.version() < 0) {
      return cache.snapshot(collection, namespace, token.after());
    }
    if (token.version() > cache.version()) {
      throw Failure.badRequest("continue key is not valid: it is from the future");
    }
    WatchCache.Snapshot past =
        cache.snapshotAt(token.version(), collection, namespace, token.after());
    if (past == null) {
      throw Failure.expiredContinue(new Token(-1, token.after()).text());
    }
    return past;
  }
}
