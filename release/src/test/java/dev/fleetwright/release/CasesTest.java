package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.release.policy.SnapshotReader;
import dev.fleetwright.release.time.Micros;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Every file below {@code cases}: a folder per rule, a sentence per file, several cases in one. */
class CasesTest {

  @TestFactory
  Stream<DynamicNode> cases() throws IOException, URISyntaxException {
    Path root = Path.of(Objects.requireNonNull(CasesTest.class.getResource("/cases")).toURI());
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> found = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
      assertThat(found).hasSizeGreaterThan(15);
      return found.stream().map(file -> container(root, file));
    }
  }

  private static DynamicNode container(Path root, Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    Iterable<Object> documents =
        new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadAllFromString(text);
    Stream.Builder<DynamicNode> tests = Stream.builder();
    for (Object document : documents) {
      Map<?, ?> written = CaseWorld.map(document);
      String why = String.valueOf(written.get("why"));
      tests.add(DynamicTest.dynamicTest(why, () -> check(written)));
    }
    return DynamicContainer.dynamicContainer(root.relativize(file).toString(), tests.build());
  }

  private static void check(Map<?, ?> written) {
    assertThat(written.keySet().stream().map(String::valueOf))
        .isSubsetOf("why", "given", "expect", "problems");
    Map<?, ?> given = CaseWorld.map(written.get("given"));
    SnapshotReader.Reading reading = CaseWorld.read(given);
    if (written.get("problems") != null) {
      assertThat(reading.problems().stream().map(p -> p.code() + " " + p.path()).toList())
          .as(ProblemText.render(reading.problems()))
          .isEqualTo(written.get("problems"));
      assertThat(reading.problems()).allSatisfy(p -> assertThat(p.nextStep()).isNotEmpty());
      checkFailsClosed(reading);
      return;
    }
    assertThat(reading.problems().stream().filter(Problem::isError))
        .as(ProblemText.render(reading.problems()))
        .isEmpty();
    Object expect = written.get("expect");
    List<?> expectations =
        expect instanceof List<?> list ? list : List.of(Objects.requireNonNull(expect));
    assertThat(expectations).isNotEmpty();
    for (Object expectation : expectations) {
      checkAnswer(reading.snapshot(), given, CaseWorld.map(expectation));
    }
  }

  /** A policy with a problem lets nothing pass. */
  private static void checkFailsClosed(SnapshotReader.Reading reading) {
    boolean ofPolicy =
        reading.problems().stream().anyMatch(p -> p.path().matches("spec\\.rules\\[\\d+]\\..*"));
    if (ofPolicy && reading.hasErrors()) {
      for (Target target : reading.snapshot().fleet().targets()) {
        assertThat(
                RuleEngine.select(
                        reading.snapshot(), target, Instant.EPOCH.plusSeconds(2_000_000_000))
                    .isAllowed())
            .isFalse();
      }
    }
  }

  private static void checkAnswer(Snapshot snapshot, Map<?, ?> given, Map<?, ?> expected) {
    Object at = expected.get("at") == null ? given.get("at") : expected.get("at");
    Instant now = Instant.parse(String.valueOf(Objects.requireNonNull(at, "at")));
    String name = expected.get("target") == null ? "t" : String.valueOf(expected.get("target"));
    List<Selection> all =
        Admission.admit(snapshot, snapshot.fleet().targets(), new Intents(), Micros.of(now), true);
    Selection selection =
        all.stream().filter(s -> s.target().equals(name)).findFirst().orElseThrow();
    String described = at + " " + selection.reason() + "\n" + selection.trace();
    Map<String, @Nullable Object> actual = new LinkedHashMap<>();
    for (Object key : expected.keySet()) {
      actual.put(String.valueOf(key), actual(String.valueOf(key), selection, expected));
    }
    assertThat(actual).as(described).isEqualTo(expected);
    // The verdict alone is the same as the explained one.
    List<Selection> quick =
        Admission.admit(snapshot, snapshot.fleet().targets(), new Intents(), Micros.of(now), false);
    Selection verdict =
        quick.stream().filter(s -> s.target().equals(name)).findFirst().orElseThrow();
    assertThat(verdict.chosen()).isEqualTo(selection.chosen());
    assertThat(verdict.changesAt()).isEqualTo(selection.changesAt());
    assertThat(verdict.choice()).isEqualTo(selection.choice());
    assertThat(verdict.blockedBy()).isEqualTo(selection.blockedBy());
    assertThat(verdict.trace()).isEmpty();
  }

  private static @Nullable Object actual(String key, Selection selection, Map<?, ?> expected) {
    Release chosen = selection.chosen();
    return switch (key) {
      case "at", "target" -> expected.get(key);
      case "chosen" -> chosen == null ? "nothing" : chosen.id();
      case "choice" -> selection.choice().name();
      case "change" -> selection.change().text();
      case "next" -> selection.nextEvaluationAt().map(Instant::toString).orElse("never");
      case "blockedBy" -> selection.blockedBy();
      case "notes" -> selection.notes().stream().map(Note::code).toList();
      case "reason" -> selection.reason();
      case "removed" -> removed(selection);
      case "trace" ->
          selection.trace().stream()
              .map(t -> t.rule() + (t.decisive() ? "" : " (not decisive)"))
              .toList();
      case "ruleNotes" ->
          selection.trace().stream()
              .flatMap(t -> t.notes().stream().map(n -> t.rule() + " " + n.code()))
              .toList();
      case "actions" ->
          selection.trace().stream()
              .flatMap(t -> t.removed().stream())
              .map(r -> String.valueOf(r.reason().actionRequired()))
              .distinct()
              .toList();
      case "message" ->
          selection.trace().stream()
              .flatMap(t -> t.removed().stream())
              .map(r -> r.reason().message())
              .distinct()
              .collect(Collectors.joining(" | "));
      default -> throw new IllegalArgumentException("cases know no expectation " + key);
    };
  }

  private static Map<String, String> removed(Selection selection) {
    Map<String, String> removed = new LinkedHashMap<>();
    for (RuleTrace rule : selection.trace()) {
      for (Removal removal : rule.removed()) {
        removed.put(rule.rule() + " " + removal.release(), removal.reason().code());
      }
    }
    return removed;
  }
}
