package dev.fleetwright.api;

import static org.assertj.core.api.Assertions.assertThat;

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
