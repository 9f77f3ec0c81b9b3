package dev.fleetwright.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.fleetwright.apiserver.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Types whose JSON is not an object of their fields. */
final class SpecialTypes {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final long YEAR_10000 = 253_402_300_800L;
  private static final long YEAR_0 = -62_167_219_200L;

  private SpecialTypes() {}

  /** The value, or null for one that stands for nothing, such as the zero time. */
  static @Nullable JsonNode read(String type, Wire wire) {
    return switch (type) {
      case "time" -> time(wire, false);
      case "microtime" -> time(wire, true);
      case "quantity" -> quantity(wire);
      case "int-or-string" -> intOrString(wire);
      case "raw" -> raw(wire);
      default -> strings(wire);
    };
  }

  private static @Nullable JsonNode time(Wire wire, boolean micros) {
    if (!wire.hasMore()) {
      return null;
    }
    long seconds = 0;
    long nanos = 0;
    while (wire.hasMore()) {
      int number = wire.field();
      wire.expect(Wire.VARINT, "time");
      long value = wire.varint();
      if (number == 1) {
        seconds = value;
      } else if (number == 2) {
        nanos = value;
      }
    }
    if (seconds < YEAR_0 || seconds >= YEAR_10000 || nanos < 0 || nanos > 999_999_999) {
      throw Wire.broken("a time is out of range");
    }
    try {
      return NODES.textNode(
          micros
              ? MICROS.format(Instant.ofEpochSecond(seconds, nanos))
              : Instant.ofEpochSecond(seconds).toString());
    } catch (DateTimeException e) {
      throw Wire.broken("a time is out of range");
    }
  }

  private static JsonNode quantity(Wire wire) {
    String text = "0";
    while (wire.hasMore()) {
      if (wire.field() == 1) {
        wire.expect(Wire.BYTES, "quantity");
        text = wire.string();
      } else {
        wire.skip();
      }
    }
    return NODES.textNode(text);
  }

  private static JsonNode intOrString(Wire wire) {
    long type = 0;
    long number = 0;
    String text = "";
    while (wire.hasMore()) {
      switch (wire.field()) {
        case 1 -> {
          wire.expect(Wire.VARINT, "type");
          type = wire.varint();
        }
        case 2 -> {
          wire.expect(Wire.VARINT, "intVal");
          number = wire.varint();
        }
        case 3 -> {
          wire.expect(Wire.BYTES, "strVal");
          text = wire.string();
        }
        default -> wire.skip();
      }
    }
    return type == 0 ? Protobuf.integer(number) : NODES.textNode(text);
  }

  /** JSON inside protobuf. */
  private static @Nullable JsonNode raw(Wire wire) {
    byte[] bytes = {};
    while (wire.hasMore()) {
      if (wire.field() == 1) {
        wire.expect(Wire.BYTES, "raw");
        bytes = wire.byteArray();
      } else {
        wire.skip();
      }
    }
    return bytes.length == 0 ? null : Json.parse(bytes, false);
  }

  private static JsonNode strings(Wire wire) {
    ArrayNode list = NODES.arrayNode();
    while (wire.hasMore()) {
      if (wire.field() == 1) {
        wire.expect(Wire.BYTES, "items");
        list.add(wire.string());
      } else {
        wire.skip();
      }
    }
    return list;
  }
}
