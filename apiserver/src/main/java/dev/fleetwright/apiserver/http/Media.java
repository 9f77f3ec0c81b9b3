package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.error.Failure;
import java.util.Arrays;
import java.util.Locale;

/** What form a client wants its answer in, by its Accept header. */
enum Media {
  OBJECT,
  TABLE,
  METADATA;

  /** The first form that can be given. */
  static Media of(String accept) {
    if (accept.isBlank() || accept.equals("application/json") || accept.equals("*/*")) {
      return OBJECT;
    }
    for (String part : accept.split(",", -1)) {
      String[] pieces = part.toLowerCase(Locale.ROOT).strip().split("\\s*;\\s*", -1);
      String type = pieces[0];
      if (!type.equals("application/json")
          && !type.equals("*/*")
          && !type.equals("application/*")) {
        continue;
      }
      String as =
          Arrays.stream(pieces)
              .filter(p -> p.startsWith("as="))
              .map(p -> p.substring(3))
              .findFirst()
              .orElse("");
      switch (as) {
        case "" -> {
          return OBJECT;
        }
        case "table" -> {
          return TABLE;
        }
        case "partialobjectmetadata", "partialobjectmetadatalist" -> {
          return METADATA;
        }
        default -> {} // a form that is not known here; the client may accept another
      }
    }
    throw Failure.notAcceptable();
  }
}
