package dev.fleetwright.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.ProblemText;
import dev.fleetwright.render.output.OutputFile;
import dev.fleetwright.render.output.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The examples, whole, byte by byte. {@code -Dcases.update} writes what is given now for review.
 */
class GoldenTest {

  @TestFactory
  Stream<DynamicTest> goldens() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String example : List.of("shop", "tiers", "databases", "everything")) {
      for (String provider : List.of("kubernetes", "docker-compose")) {
        tests.add(
            DynamicTest.dynamicTest(example + " on " + provider, () -> check(example, provider)));
      }
    }
    return tests.stream();
  }

  private static void check(String example, String provider) throws IOException {
    Rendering rendering =
        Sample.render(Sample.text(Path.of("../examples/render", example + ".yaml")), provider);
    assertThat(rendering.errors()).as(ProblemText.render(rendering.errors())).isEmpty();
    String renderer = provider.equals("kubernetes") ? "kubernetes-yaml" : "compose-yaml";
    OutputFile given = Renderer.find(renderer, provider).orThrow().render(rendering).getFirst();
    Path golden = Path.of("src/test/resources/goldens", example + "-" + provider + ".yaml");
    if (System.getProperty("cases.update") != null) {
      Files.writeString(golden, given.text());
    }
    assertThat(given.text()).isEqualTo(Files.readString(golden));
  }
}
