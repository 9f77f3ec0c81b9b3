package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.error.Failure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters behind the question mark; of repeated ones the first counts. */
final class Query {
  private final Map<String, String> values = new HashMap<>();

  Query(@Nullable String raw) {
    if (raw == null || raw.isEmpty()) {
      return;
    }
    for (String part : raw.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      if (!name.isEmpty()) {
        values.putIfAbsent(decode(name), decode(value));
      }
    }
  }

  static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Failure.badRequest("the URL has a wrong percent-encoding");
    }
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  boolean flag(String name) {
    String value = text(name);
    return switch (value) {
      case "true", "1", "True", "TRUE", "t" -> true;
      case "", "false", "0", "False", "FALSE", "f" -> false;
      default ->
          throw Failure.badRequest(
              "the parameter " + name + " must be true or false and not \"" + value + "\"");
    };
  }

  /** Whether the parameter is there, with or without a value. */
  boolean isGiven(String name) {
    return values.containsKey(name);
  }

  boolean has(String name) {
    return !text(name).isEmpty();
  }

  /** A whole number that is not negative, or null when it is not given. */
  @Nullable Long number(String name) {
    String value = text(name);
    if (value.isEmpty()) {
      return null;
    }
    if (!value.matches("\\d{1,18}")) {
      throw Failure.badRequest(
          "the parameter " + name + " must be a whole number and not \"" + value + "\"");
    }
    return Long.valueOf(value);
  }
}
