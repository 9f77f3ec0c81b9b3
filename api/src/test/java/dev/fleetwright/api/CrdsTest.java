package dev.fleetwright.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CrdsTest {

  private static final Path FOLDER = Path.of(System.getProperty("crds.folder", "../deploy/crds"));

  @Test
  void theFilesAreWhatTheKindsSay() throws IOException {
    Map<String, String> wanted = CrdFiles.generate();
    if (System.getProperty("cases.update") != null) {
      update(wanted);
    }
    Map<String, String> actual = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        actual.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    assertThat(actual).isEqualTo(wanted);
  }

  @Test
  void theyAreTheSameEachTime() {
    assertThat(CrdFiles.generate()).isEqualTo(CrdFiles.generate());
  }

  @Test
  void theJarCarriesAll() {
    assertThat(Crds.names()).hasSize(Kinds.ALL.size());
    for (String name : Crds.names()) {
      assertThat(Crds.text(name)).contains("kind: CustomResourceDefinition", "- fleetwright");
    }
  }

  @Test
  void everyFieldIsDescribed() {
    for (String name : Crds.names()) {
      Object definition =
          new org.snakeyaml.engine.v2.api.Load(
                  org.snakeyaml.engine.v2.api.LoadSettings.builder().build())
              .loadFromString(Crds.text(name));
      JsonNode tree = new ObjectMapper().valueToTree(definition);
      assertThat(tree.at("/spec/names/shortNames")).as(name).isNotEmpty();
      for (JsonNode version : tree.at("/spec/versions")) {
        assertThat(version.path("additionalPrinterColumns")).as(name).isNotEmpty();
        JsonNode schema = version.at("/schema/openAPIV3Schema");
        assertThat(schema.path("description").asText()).as(name).isNotEmpty();
        ((ObjectNode) schema.path("properties")).remove("metadata");
        described(schema, name);
      }
    }
  }

  private static void described(JsonNode schema, String path) {
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      String at = path + "." + field.getKey();
      assertThat(field.getValue().path("description").asText()).as(at).isNotBlank();
      described(field.getValue(), at);
    }
    if (schema.has("items")) {
      described(schema.get("items"), path + "[]");
    }
    if (schema.path("additionalProperties").isObject()) {
      described(schema.get("additionalProperties"), path + "{}");
    }
  }

  private static void update(Map<String, String> wanted) throws IOException {
    Files.createDirectories(FOLDER);
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, String> file : wanted.entrySet()) {
      Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
    }
  }
}
