package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.Identity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the statuses of several kinds have in common. */
final class Statuses {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private Statuses() {}

  static boolean isDeleting(ObjectNode object) {
    return Json.textAt(object, "metadata", "deletionTimestamp") != null;
  }

  static String name(ObjectNode object) {
    return Json.textOrEmpty(object, "metadata", "name");
  }

  static String uid(ObjectNode object) {
    return Json.textOrEmpty(object, "metadata", "uid");
  }

  static long generation(ObjectNode object) {
    return object.path("metadata").path("generation").asLong(1);
  }

  static int number(ObjectNode object, String part, String field, int preset) {
    return object.path(part).path(field).asInt(preset);
  }

  /** Whether a pod is ready to serve. */
  static boolean isReady(ObjectNode pod) {
    return !isDeleting(pod) && isTrue(pod.path("status"), "Ready");
  }

  static boolean isTrue(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (type.equals(Json.textAt(condition, "type"))) {
        return "True".equals(Json.textAt(condition, "status"));
      }
    }
    return false;
  }

  /** Numbers that are zero are left out, as controllers do. */
  static void count(ObjectNode status, String field, int number) {
    if (number > 0) {
      status.put(field, number);
    }
  }

  /** Adds a condition; when it last changed is kept if it holds as before. */
  static void condition(
      ObjectNode status,
      JsonNode before,
      String type,
      boolean holds,
      String reason,
      String message,
      Instant now) {
    String value = holds ? "True" : "False";
    String since = Identity.text(now);
    for (JsonNode old : before.path("conditions")) {
      if (type.equals(Json.textAt(old, "type")) && value.equals(Json.textAt(old, "status"))) {
        String kept = Json.textAt(old, "lastTransitionTime");
        since = kept == null ? since : kept;
      }
    }
    ArrayNode conditions = status.withArray("/conditions");
    ObjectNode condition = conditions.addObject().put("type", type).put("status", value);
    condition.put("lastTransitionTime", since);
    if (!reason.isEmpty()) {
      condition.put("reason", reason).put("message", message);
    }
  }

  static @Nullable Instant time(JsonNode text) {
    try {
      return text.isTextual() ? OffsetDateTime.parse(text.textValue()).toInstant() : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Tells templates apart, however their fields are ordered. */
  static String hash(JsonNode node) {
    return letters(sorted(node).toString(), 10);
  }

  private static JsonNode sorted(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = Json.object();
      var fields = new TreeMap<String, JsonNode>();
      object.properties().forEach(f -> fields.put(f.getKey(), sorted(f.getValue())));
      fields.forEach(copy::set);
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = Json.array();
      array.forEach(item -> copy.add(sorted(item)));
      return copy;
    }
    return node;
  }

  /** Some letters that follow from a text. */
  static String letters(String text, int length) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      var letters = new StringBuilder();
      for (int i = 0; i < length; i++) {
        letters.append(LETTERS.charAt((digest[i] & 0xFF) % LETTERS.length()));
      }
      return letters.toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
