package dev.fleetwright.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads YAML into the same trees as JSON, with bounds on aliases, nesting and size. */
public final class Yaml {
  private static final int MAX_NODES = 500_000;

  private Yaml() {}

  /** Exactly one YAML document of a client. JSON is YAML too, and what most clients send. */
  public static JsonNode parse(byte[] bytes) {
    if (bytes.length > 0 && bytes[0] == '{') {
      try {
        return Json.parse(bytes, true);
      } catch (Failure e) {
        // It may still be YAML; if not, that says what is wrong.
      }
    }
    List<JsonNode> documents = documents(new String(bytes, StandardCharsets.UTF_8));
    if (documents.isEmpty()) {
      throw Failure.badRequest("the body of the request is empty, a YAML document is expected");
    }
    if (documents.size() > 1) {
      throw Failure.badRequest("the body holds more than one YAML document");
    }
    return documents.getFirst();
  }

  /** All non-empty documents of a stream. */
  public static List<JsonNode> documents(InputStream in) throws IOException {
    return documents(new String(in.readAllBytes(), StandardCharsets.UTF_8));
  }

  /** All non-empty documents of a text. */
  public static List<JsonNode> documents(String text) {
    var settings =
        LoadSettings.builder()
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(50)
            .setCodePointLimit(16 * 1024 * 1024)
            .build();
    var documents = new ArrayList<JsonNode>();
    var budget = new int[] {MAX_NODES};
    try {
      for (Object document : new Load(settings).loadAllFromString(text)) {
        if (document != null) {
          documents.add(tree(document, 0, budget));
        }
      }
    } catch (YamlEngineException | StackOverflowError e) {
      throw Failure.badRequest("the body is not valid YAML: " + firstLine(e.getMessage()));
    }
    return documents;
  }

  private static String firstLine(@Nullable String message) {
    if (message == null) {
      return "it is nested too deeply";
    }
    return message.lines().limit(3).reduce((a, b) -> a + "; " + b.strip()).orElse("");
  }

  private static JsonNode tree(@Nullable Object value, int depth, int[] budget) {
    if (depth > Json.MAX_DEPTH) {
      throw Failure.badRequest("the body is nested too deeply");
    }
    // Aliases share nodes in YAML but not in a tree: count what they unfold to.
    if (--budget[0] < 0) {
      throw Failure.badRequest("the body unfolds to too many values");
    }
    var nodes = JsonNodeFactory.instance;
    return switch (value) {
      case null -> nodes.nullNode();
      case String text -> nodes.textNode(text);
      case Boolean bool -> nodes.booleanNode(bool);
      case Integer number -> nodes.numberNode(number.intValue());
      case Long number -> nodes.numberNode(number.longValue());
      case BigInteger number -> nodes.numberNode(number.doubleValue());
      case Double number -> {
        if (!Double.isFinite(number)) {
          throw Failure.badRequest("the body holds a number that is not finite");
        }
        yield nodes.numberNode(number.doubleValue());
      }
      case Map<?, ?> map -> {
        ObjectNode object = nodes.objectNode();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          object.set(String.valueOf(entry.getKey()), tree(entry.getValue(), depth + 1, budget));
        }
        yield object;
      }
      case Iterable<?> list -> {
        ArrayNode array = nodes.arrayNode();
        for (Object item : list) {
          array.add(tree(item, depth + 1, budget));
        }
        yield array;
      }
      default -> nodes.textNode(String.valueOf(value));
    };
  }
}
