package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.Catalog;
import dev.fleetwright.apiserver.resource.ResourceType;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves the OpenAPI documents with their hashes. A document is made when it is first asked for and
 * kept for all logical clusters that serve the same kinds.
 */
final class OpenApiEndpoint {
  private static final HeaderName ETAG = HeaderNames.create("ETag");
  private static final HeaderName IF_NONE_MATCH = HeaderNames.create("If-None-Match");
  private static final int REMEMBERED = 128;

  private static final class Document {
    private final byte[] body;
    private final String hash;

    Document(ObjectNode node) {
      this.body = Json.bytes(node);
      this.hash = OpenApiEndpoint.hash(body);
    }
  }

  /** Kinds are compared by identity: equal definitions share one object, and a look is enough. */
  private static final class Kinds {
    private final List<ResourceType> types;
    private final int hash;

    Kinds(List<ResourceType> types) {
      this.types = types;
      int sum = 0;
      for (ResourceType type : types) {
        sum = 31 * sum + System.identityHashCode(type);
      }
      this.hash = sum;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(Object other) {
      if (!(other instanceof Kinds that) || that.types.size() != types.size()) {
        return false;
      }
      for (int i = 0; i < types.size(); i++) {
        if (types.get(i) != that.types.get(i)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Kinds, Document> known =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Kinds, Document> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Answers a request below {@code /openapi}. */
  void handle(Exchange exchange, Catalog catalog) {
    List<String> steps = exchange.path().steps();
    if (steps.size() < 2 || !steps.get(1).equals("v3")) {
      throw Failure.noSuchPath();
    }
    Document document =
        steps.size() == 2
            ? index(catalog, exchange.path().prefix())
            : document(catalog, String.join("/", steps.subList(2, steps.size())));
    String tag = "\"" + document.hash + "\"";
    exchange.header(ETAG, tag);
    exchange.header(HeaderNames.CACHE_CONTROL, "no-cache, private");
    if (exchange.header(IF_NONE_MATCH).contains(tag)) {
      exchange.notModified();
    } else {
      exchange.json(200, document.body);
    }
  }

  private Document index(Catalog catalog, String prefix) {
    ObjectNode index = Json.object();
    ObjectNode paths = index.putObject("paths");
    catalog.types().stream()
        .map(OpenApi::root)
        .distinct()
        .forEach(root ->
            paths
                .putObject(root)
                .put(
                    "serverRelativeURL",
                    prefix + "/openapi/v3/" + root + "?hash=" + document(catalog, root).hash));
    return new Document(index);
  }

  /** The document of one group and version, such as {@code apis/apps/v1}. */
  private Document document(Catalog catalog, String root) {
    List<ResourceType> types =
        catalog.types().stream().filter(type -> OpenApi.root(type).equals(root)).toList();
    if (types.isEmpty()) {
      throw Failure.noSuchPath();
    }
    var kinds = new Kinds(types);
    synchronized (known) {
      Document document = known.get(kinds);
      if (document == null) {
        document = new Document(OpenApi.document(types, root));
        known.put(kinds, document);
      }
      return document;
    }
  }

  private static String hash(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-512").digest(document);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
