package dev.fleetwright.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every file under {@code cases/}: what is given is read, bound or loaded as the folder's name
 * says, and the values and problems that come out are compared as text. {@code -Dcases.update}
 * writes what comes out into the files, for review.
 */
class CasesTest {

  record Case(
      String why,
      @JsonProperty(defaultValue = "in.yaml") String name,
      String given,
      String expect) {}

  @TestFactory
  Stream<DynamicTest> reading() {
    return cases(
        "reading",
        source -> {
          DocumentReader.Documents read = new DocumentReader().read(source);
          return text(read.roots().stream().map(Node::plain).toList(), read.problems());
        });
  }

  @TestFactory
  Stream<DynamicTest> binding() {
    return cases(
        "binding",
        source -> {
          Problems problems = new Problems();
          List<@Nullable Object> values = new ArrayList<>();
          for (Node root : new DocumentReader().read(List.of(source), problems)) {
            Sample.World world = Sample.BINDER.bind(root, Sample.World.class, problems);
            if (world != null) {
              values.add(world);
            }
          }
          return text(values, problems.inOrderOf(List.of(source)));
        });
  }

  @TestFactory
  Stream<DynamicTest> kinds() {
    return cases(
        "kinds",
        source -> {
          Loaded loaded = Sample.KINDS.load(List.of(source));
          return text(
              loaded.objects().stream()
                  .map(object -> object.document().kind() + " " + object.document().name())
                  .toList(),
              loaded.problems());
        });
  }

  private static String text(List<? extends @Nullable Object> values, List<Problem> problems) {
    StringBuilder out = new StringBuilder();
    values.forEach(value -> out.append("= ").append(value).append('\n'));
    return out.append(ProblemText.render(problems)).toString();
  }

  private interface Subject {
    String apply(Source source);
  }

  private static Stream<DynamicTest> cases(String topic, Subject subject) {
    Path folder = resource("cases/" + topic);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> sorted = files.sorted().toList();
      assertThat(sorted).isNotEmpty();
      return sorted.stream()
          .map(file -> DynamicTest.dynamicTest(name(file), () -> run(topic, file, subject)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(String topic, Path file, Subject subject) throws IOException {
    String text = Files.readString(file);
    DocumentReader.Documents read = new DocumentReader().read(new Source(name(file), text));
    assertThat(read.problems()).isEmpty();
    Case found = Binder.standard().bind(read.roots().getFirst(), Case.class).checked().orThrow();
    String actual = subject.apply(new Source(found.name(), found.given()));
    if (System.getProperty("cases.update") != null) {
      update(topic, file, text, actual);
      return;
    }
    assertThat(actual).as(found.why()).isEqualTo(found.expect());
  }

  private static void update(String topic, Path file, String text, String actual)
      throws IOException {
    String head = text.substring(0, text.indexOf("\nexpect: |") + "\nexpect: |".length());
    Path source = Path.of("src/test/resources/cases", topic, name(file));
    Files.writeString(source, head + "\n" + actual.indent(2));
  }

  private static String name(Path file) {
    return Objects.requireNonNull(file.getFileName()).toString();
  }

  private static Path resource(String name) {
    try {
      return Path.of(
          Objects.requireNonNull(CasesTest.class.getClassLoader().getResource(name)).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
