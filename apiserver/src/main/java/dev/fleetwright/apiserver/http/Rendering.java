package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.service.Page;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.table.TableLayout;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;

/** Writes objects and lists in the form and version that a client asked for. */
final class Rendering {
  private static final int AT_ONCE = 64 * 1024;
  private static final byte[] COMMA = {','};

  private final ResourceType type;
  private final Media media;
  private final TableLayout.Include include;
  private final InstantSource clock;
  private final byte[] prefix;
  private final TableLayout layout;

  Rendering(ResourceType type, Media media, TableLayout.Include include, InstantSource clock) {
    this.type = type;
    this.media = media;
    this.include = include;
    this.clock = clock;
    this.prefix =
        ("{\"apiVersion\":\"" + type.apiVersion() + "\",").getBytes(StandardCharsets.UTF_8);
    this.layout = new TableLayout(type);
  }

  /** A stored object as it stands in an answer. */
  byte[] entry(Entry entry) {
    return switch (media) {
      case OBJECT -> plain(entry);
      case METADATA, TABLE -> tree(versioned(entry), true);
    };
  }

  /** An object of a watch event; only the first table of a stream has its columns. */
  byte[] event(Entry entry, boolean first) {
    return switch (media) {
      case OBJECT -> plain(entry);
      case METADATA, TABLE -> tree(versioned(entry), first);
    };
  }

  /** An object that is not stored as it is. */
  byte[] tree(ObjectNode object, boolean withColumns) {
    return switch (media) {
      case OBJECT -> Json.bytes(object);
      case METADATA -> Json.bytes(TableLayout.metadataOnly(object));
      case TABLE -> {
        ObjectNode metadata = Json.object();
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        ObjectNode table = TableLayout.table(metadata);
        if (withColumns) {
          table.set("columnDefinitions", layout.definitions());
        } else {
          table.putNull("columnDefinitions");
        }
        table.putArray("rows").add(layout.row(object, include, clock.instant()));
        yield Json.bytes(table);
      }
    };
  }

  private byte[] plain(Entry entry) {
    byte[] body = entry.body();
    return startsWith(body, prefix) ? body : Json.bytes(versioned(entry));
  }

  private ObjectNode versioned(Entry entry) {
    return entry.tree().put("apiVersion", type.apiVersion());
  }

  private static boolean startsWith(byte[] body, byte[] prefix) {
    return body.length >= prefix.length
        && Arrays.equals(body, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** Answers with a whole list; a long one is never in memory as a whole. */
  void list(Page page, Exchange exchange) {
    ObjectNode metadata = Json.object();
    metadata.put("resourceVersion", Long.toString(page.version()));
    if (page.continueToken() != null) {
      metadata.put("continue", page.continueToken());
    }
    if (page.remaining() != null) {
      metadata.put("remainingItemCount", page.remaining());
    }
    if (media == Media.TABLE) {
      ObjectNode table = TableLayout.table(metadata);
      table.set("columnDefinitions", layout.definitions());
      ArrayNode rows = table.putArray("rows");
      page.entries()
          .forEach(entry -> rows.add(layout.row(versioned(entry), include, clock.instant())));
      exchange.json(200, table);
      return;
    }
    boolean partial = media == Media.METADATA;
    ObjectNode head = Json.object();
    head.put("kind", partial ? "PartialObjectMetadataList" : type.listKind());
    head.put("apiVersion", partial ? "meta.k8s.io/v1" : type.apiVersion());
    head.set("metadata", metadata);
    byte[] start = Json.bytes(head);
    long size = start.length + 16L;
    for (Entry entry : page.entries()) {
      size += entry.body().length + 1;
    }
    if (size <= AT_ONCE) {
      var out = new ByteArrayOutputStream((int) size);
      write(start, page, out::writeBytes);
      exchange.json(200, out.toByteArray());
      return;
    }
    try (var out = new BufferedOutputStream(exchange.stream(), AT_ONCE)) {
      write(start, page, out::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <E extends Exception> void write(byte[] head, Page page, Sink<E> out) throws E {
    out.write(Arrays.copyOf(head, head.length - 1));
    out.write(",\"items\":[".getBytes(StandardCharsets.UTF_8));
    boolean first = true;
    for (Entry entry : page.entries()) {
      if (!first) {
        out.write(COMMA);
      }
      first = false;
      out.write(entry(entry));
    }
    out.write("]}\n".getBytes(StandardCharsets.UTF_8));
  }

  private interface Sink<E extends Exception> {
    void write(byte[] bytes) throws E;
  }
}
