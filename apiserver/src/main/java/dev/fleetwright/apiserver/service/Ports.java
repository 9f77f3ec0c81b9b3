package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import java.util.List;

/** Port numbers. */
final class Ports {
  private static final int LAST = 65_535;

  private Ports() {}

  static void check(JsonNode port, String path, List<Cause> causes) {
    long number = port.asLong(0);
    if (port.isNumber() && (number < 1 || number > LAST)) {
      causes.add(
          Cause.invalid(path, Json.text(port), "must be between 1 and " + LAST + ", inclusive"));
    }
  }
}
