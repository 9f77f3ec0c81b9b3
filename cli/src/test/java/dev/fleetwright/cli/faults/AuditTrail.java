package dev.fleetwright.cli.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Who has written what, as the server noted it. */
record AuditTrail(List<Write> writes) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  /** A request that the server has carried out. */
  record Write(Instant time, String user, String resource, String request) {

    boolean isOnLease() {
      return resource.equals("leases");
    }
  }

  static AuditTrail read(Path file) throws IOException {
    List<Write> writes = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode node = JSON.readTree(line);
      int code = node.path("code").asInt();
      if (code >= 200 && code < 300 && !READING.contains(node.path("method").asText())) {
        writes.add(
            new Write(
                Instant.parse(node.path("time").asText()),
                node.path("user").path("name").asText(),
                node.path("object").path("resource").asText(),
                node.path("method").asText() + " " + node.path("uri").asText()));
      }
    }
    return new AuditTrail(List.copyOf(writes));
  }

  /** What a user has written since a time, the lease aside. */
  List<Write> of(String user, Instant since) {
    return writes.stream()
        .filter(write -> write.user().equals(user) && !write.isOnLease())
        .filter(write -> !write.time().isBefore(since))
        .toList();
  }

  /** When a user took the lease, at the earliest after a time. */
  Instant tookLease(String user, Instant since) {
    return writes.stream()
        .filter(write -> write.user().equals(user) && write.isOnLease())
        .map(Write::time)
        .filter(time -> !time.isBefore(since))
        .min(Instant::compareTo)
        .orElseThrow();
  }
}
