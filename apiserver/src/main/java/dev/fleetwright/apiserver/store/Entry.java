package dev.fleetwright.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One stored state of one object. Kept as the bytes that clients get, because most objects are read
 * far more often than they are taken apart.
 */
public final class Entry {
  private final ObjectKey key;
  private final long version;
  private final byte[] body;
  private volatile @Nullable Map<String, String> labels;
  private volatile @Nullable Boolean deleting;

  Entry(ObjectKey key, long version, byte[] body) {
    this.key = key;
    this.version = version;
    this.body = body;
  }

  public ObjectKey key() {
    return key;
  }

  /** The resourceVersion. */
  public long version() {
    return version;
  }

  /** The JSON text; callers must not change it. */
  public byte[] body() {
    return body;
  }

  /** A fresh tree that the caller may change. */
  public ObjectNode tree() {
    return Json.trusted(body);
  }

  /** The object's labels, found on first use. */
  public Map<String, String> labels() {
    Map<String, String> known = labels;
    if (known == null) {
      known = labelsOf(tree());
      labels = known;
    }
    return known;
  }

  /** Whether the object is only there until its finalizers are gone, found on first use. */
  public boolean isDeleting() {
    Boolean known = deleting;
    if (known == null) {
      known = Json.at(tree(), "metadata", "deletionTimestamp") != null;
      deleting = known;
    }
    return known;
  }

  private static Map<String, String> labelsOf(ObjectNode tree) {
    ObjectNode node = Json.objectAt(tree, "metadata", "labels");
    if (node == null || node.isEmpty()) {
      return Map.of();
    }
    var found = new HashMap<String, String>();
    for (Map.Entry<String, JsonNode> label : node.properties()) {
      found.put(label.getKey().intern(), label.getValue().asText());
    }
    return Map.copyOf(found);
  }

  @Override
  public String toString() {
    return key + "@" + version;
  }
}
