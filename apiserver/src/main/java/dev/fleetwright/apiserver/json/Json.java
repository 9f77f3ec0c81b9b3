package dev.fleetwright.apiserver.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON trees with the limits that a server needs, and compares them by value. */
public final class Json {
  /** Deeper documents are refused, so that walking a tree never exhausts a stack. */
  public static final int MAX_DEPTH = 256;

  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxNumberLength(400)
          .maxStringLength(16 * 1024 * 1024)
          .build();
  private static final ObjectMapper MAPPER =
      new ObjectMapper(JsonFactory.builder().streamReadConstraints(LIMITS).build());
  private static final ObjectMapper STRICT_MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(LIMITS)
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .build());

  private Json() {}

  /** A new empty object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** A new empty array. */
  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Reads bytes that this server wrote itself. */
  public static ObjectNode trusted(byte[] bytes) {
    try {
      return (ObjectNode) MAPPER.readTree(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a client's bytes; what is not exactly one JSON value is a bad request.
   *
   * @param refuseDuplicates whether a key that stands twice in one object is an error
   */
  public static JsonNode parse(byte[] bytes, boolean refuseDuplicates) {
    var mapper = refuseDuplicates ? STRICT_MAPPER : MAPPER;
    try (JsonParser parser = mapper.createParser(bytes)) {
      JsonNode node = mapper.readTree(parser);
      if (node == null || node.isMissingNode()) {
        throw Failure.badRequest("the body of the request is empty, a JSON value is expected");
      }
      JsonToken more = parser.nextToken();
      if (more != null) {
        throw Failure.badRequest("the body holds more than one JSON value");
      }
      return finite(node);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw Failure.badRequest(
          "the body is not valid JSON"
              + (at == null
                  ? ""
                  : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")")
              + ": "
              + e.getOriginalMessage());
    } catch (IOException e) {
      throw Failure.badRequest("the body could not be read: " + e.getMessage());
    }
  }

  /** The paths of fields that stand more than once in an object; none for what is no JSON. */
  public static List<String> duplicates(byte[] bytes) {
    var found = new ArrayList<String>();
    var seen = new ArrayDeque<Set<String>>();
    var path = new ArrayDeque<String>();
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        switch (token) {
          case START_OBJECT -> {
            seen.addLast(new HashSet<>());
            path.addLast("");
          }
          case END_OBJECT -> {
            seen.removeLast();
            path.removeLast();
          }
          case FIELD_NAME -> {
            String name = parser.currentName();
            path.removeLast();
            path.addLast(name);
            if (!seen.getLast().add(name) && found.size() < 20) {
              found.add(String.join(".", path));
            }
          }
          default -> {}
        }
      }
    } catch (IOException e) {
      return List.of(); // reading it as a tree says what is wrong
    }
    return found;
  }

  /** Numbers as Kubernetes has them: 64-bit integers and finite doubles. Changes the tree. */
  private static JsonNode finite(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        object.properties().forEach(field -> field.setValue(finite(field.getValue())));
        yield object;
      }
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          array.set(i, finite(array.get(i)));
        }
        yield array;
      }
      default -> node.isNumber() && !node.isInt() && !node.isLong() ? finiteNumber(node) : node;
    };
  }

  private static JsonNode finiteNumber(JsonNode number) {
    double value = number.doubleValue();
    if (!Double.isFinite(value)) {
      throw Failure.badRequest("the body holds a number that is out of range");
    }
    return number.isDouble() ? number : DoubleNode.valueOf(value);
  }

  /** The bytes of a tree. */
  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree could not be written", e);
    }
  }

  /** Writes JSON piece by piece. */
  public interface Writing {
    void to(JsonGenerator generator) throws IOException;
  }

  /** The bytes of what is written without a tree. */
  public static byte[] written(Writing writing) {
    var bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator generator = MAPPER.createGenerator(bytes)) {
      writing.to(generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The text of a tree. */
  public static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree could not be written", e);
    }
  }

  /** Whether two trees mean the same: numbers by value, objects regardless of order. */
  public static boolean same(@Nullable JsonNode a, @Nullable JsonNode b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    if (a.isNumber() && b.isNumber()) {
      if (a.isIntegralNumber() && b.isIntegralNumber()) {
        return a.longValue() == b.longValue();
      }
      return Double.compare(a.doubleValue(), b.doubleValue()) == 0;
    }
    if (a.getNodeType() != b.getNodeType()) {
      return false;
    }
    if (a instanceof ObjectNode) {
      if (a.size() != b.size()) {
        return false;
      }
      for (Map.Entry<String, JsonNode> field : a.properties()) {
        if (!same(field.getValue(), b.get(field.getKey()))) {
          return false;
        }
      }
      return true;
    }
    if (a instanceof ArrayNode) {
      if (a.size() != b.size()) {
        return false;
      }
      Iterator<JsonNode> other = b.iterator();
      for (JsonNode item : a) {
        if (!same(item, other.next())) {
          return false;
        }
      }
      return true;
    }
    return a.equals(b);
  }

  /** The text at a path of field names, or null when it is absent or no text. */
  public static @Nullable String textAt(@Nullable JsonNode node, String... path) {
    JsonNode at = at(node, path);
    return at != null && at.isTextual() ? at.textValue() : null;
  }

  /** The text at a path, or an empty string. */
  public static String textOrEmpty(@Nullable JsonNode node, String... path) {
    String text = textAt(node, path);
    return text == null ? "" : text;
  }

  /** The value at a path of field names; null when absent. */
  public static @Nullable JsonNode at(@Nullable JsonNode node, String... path) {
    JsonNode at = node;
    for (String name : path) {
      if (at == null) {
        return null;
      }
      at = at.get(name);
    }
    return at;
  }

  /** The object at a path, or null when absent or no object. */
  public static @Nullable ObjectNode objectAt(@Nullable JsonNode node, String... path) {
    return at(node, path) instanceof ObjectNode object ? object : null;
  }
}
