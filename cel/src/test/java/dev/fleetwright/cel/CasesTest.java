package dev.fleetwright.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs {@code cases/*.txt}: lines of {@code expression => outcome}; {@code #} starts a comment. */
class CasesTest {

  @TestFactory
  Stream<DynamicTest> values() throws IOException {
    return cases("values.txt", Fixture.STRICT);
  }

  @TestFactory
  Stream<DynamicTest> errors() throws IOException {
    return cases("errors.txt", Fixture.STRICT);
  }

  @TestFactory
  Stream<DynamicTest> absentAsNull() throws IOException {
    return cases("absent-as-null.txt", Fixture.NULLS);
  }

  private static Stream<DynamicTest> cases(String file, CelEnvironment environment)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(CasesTest.class.getResourceAsStream("/cases/" + file))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        int arrow = line.lastIndexOf(" => ");
        String expression = line.substring(0, arrow).strip();
        String expected = line.substring(arrow + 4).strip();
        tests.add(
            DynamicTest.dynamicTest(
                expression,
                () -> assertThat(Fixture.summary(environment, expression)).isEqualTo(expected)));
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }
}
