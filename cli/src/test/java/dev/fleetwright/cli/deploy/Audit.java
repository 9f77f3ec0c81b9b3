package dev.fleetwright.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What one user asked of an API server, from the server's audit log. */
record Audit(List<JsonNode> events) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FORBIDDEN = 403;

  static Audit of(Path log, String user) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      // The last line may be half written; nobody is interested in the future.
      if (line.contains("\"" + user + "\"") && line.endsWith("}")) {
        JsonNode event = JSON.readTree(line);
        if (event.path("user").path("username").asText().equals(user)) {
          events.add(event);
        }
      }
    }
    return new Audit(events);
  }

  /** What was refused, as often as it was. */
  List<String> refused() {
    return events.stream()
        .filter(event -> event.path("stage").asText().equals("ResponseComplete"))
        .filter(event -> event.path("responseStatus").path("code").asInt() == FORBIDDEN)
        .map(event -> event.path("verb").asText() + " " + event.path("requestURI").asText())
        .toList();
  }

  /** The rights that were of use, as {@link Chart#rights} writes them. */
  SortedSet<String> used() {
    SortedSet<String> used = new TreeSet<>();
    for (JsonNode event : events) {
      JsonNode object = event.path("objectRef");
      if (event.path("responseStatus").path("code").asInt() != FORBIDDEN
          && object.has("resource")) {
        String group = object.path("apiGroup").asText();
        String subresource = object.path("subresource").asText();
        used.add(
            event.path("verb").asText()
                + " "
                + (group.isEmpty() ? "" : group + "/")
                + object.path("resource").asText()
                + (subresource.isEmpty() ? "" : "/" + subresource));
      }
    }
    return used;
  }
}
