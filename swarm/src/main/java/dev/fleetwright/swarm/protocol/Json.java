package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Strict and bounded JSON: one value, no repeated fields, no deep nesting, numbers kept exactly.
 */
public final class Json {

  private static final int DEEPEST = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private Json() {}

  /**
   * One value from bytes.
   *
   * @throws IOException with a message for people, when the bytes are no JSON value
   */
  public static JsonNode read(byte[] bytes) throws IOException {
    JsonNode node = MAPPER.readTree(bytes);
    if (node == null || node.isMissingNode()) {
      throw new IOException("there is no value");
    }
    return node;
  }

  public static byte[] write(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** A digest that the order of fields does not change; absent arguments are empty ones. */
  public static String digest(@Nullable JsonNode node) {
    JsonNode value = node == null ? JsonNodeFactory.instance.objectNode() : node;
    try {
      byte[] text = SORTED.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (JsonProcessingException | NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
