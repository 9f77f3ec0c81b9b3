package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The message cases under {@code src/test/resources/cases}. */
final class CaseFiles {

  record Case(String name, Actor receiver, String key, JsonNode body, List<String> problems) {}

  private CaseFiles() {}

  static List<Case> in(String folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/cases", folder))) {
      return files.sorted().map(CaseFiles::read).toList();
    }
  }

  private static Case read(Path file) {
    try {
      JsonNode json = Json.read(Files.readAllBytes(file));
      String receiver = json.path("receiver").asText();
      Actor actor =
          Arrays.stream(Actor.values())
              .filter(a -> a.text().equals(receiver))
              .findFirst()
              .orElseThrow();
      List<String> problems = json.path("problems").valueStream().map(JsonNode::asText).toList();
      String name = file.getFileName().toString().replace(".json", "").replace('-', ' ');
      return new Case(name, actor, json.path("key").asText(), json.path("body"), problems);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
