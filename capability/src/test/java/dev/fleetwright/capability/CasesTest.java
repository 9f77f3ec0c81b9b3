package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.matching.Candidate;
import dev.fleetwright.capability.matching.Hint;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Verdict;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Source;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the files in {@code cases/}: what is given, and each thing that is expected of the plan. */
class CasesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TestFactory
  Stream<DynamicTest> cases() throws IOException, URISyntaxException {
    URL folder = Objects.requireNonNull(CasesTest.class.getResource("/cases"));
    Path root = Path.of(folder.toURI());
    List<Path> files;
    try (Stream<Path> found = Files.walk(root)) {
      files = found.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(30);
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(root.relativize(file).toString(), () -> run(file)));
  }

  private static void run(Path file) throws IOException {
    DocumentReader.Documents documents =
        new DocumentReader().read(new Source(file.toString(), Files.readString(file)));
    assertThat(documents.problems()).isEmpty();
    Map<String, Object> written = Given.map(documents.roots().getFirst().plain());
    assertThat(written.keySet()).containsOnly("why", "given", "expect");
    Map<String, Object> given = Given.map(written.get("given"));
    Given now = Given.of(given);
    if (given.containsKey("before")) {
      Map<String, Object> earlier = new LinkedHashMap<>(given);
      earlier.putAll(Given.map(given.get("before")));
      Given past = Given.of(earlier);
      Given settled = past.after(past.resolve(), NOW);
      now =
          new Given(
              new WorldInstance(
                  now.world().metadata(), now.world().spec(), settled.world().status()),
              now.game(),
              now.manifests(),
              settled.existing());
    }
    if (given.containsKey("foreign")) {
      now =
          new Given(
              now.world(),
              now.game(),
              now.manifests(),
              now.resolve().desired().stream().map(CasesTest::withoutOwner).toList());
    }
    Map<String, Object> expect = Given.map(written.get("expect"));
    assertThat(expect).isNotEmpty();
    BindingPlan plan = now.resolve();
    expect.forEach((what, wanted) -> check(what, wanted, plan));
    // Whatever the case: carrying the plan out leaves nothing to do, and says nothing twice.
    if (plan.resolution() != null && plan.refused().isEmpty()) {
      Given settled = now.after(plan, NOW);
      BindingPlan again = settled.resolve();
      assertThat(again.writes()).isEmpty();
      assertThat(again.stale()).isEmpty();
      assertThat(again.events()).isEmpty();
      assertThat(again.status(NOW.plusSeconds(60))).isEqualTo(settled.world().status());
    }
  }

  private static CapabilityBinding withoutOwner(DesiredBinding binding) {
    return new CapabilityBinding(
        Metadata.of(binding.metadata().namespace(), binding.name()), binding.spec());
  }

  private static void check(String what, @Nullable Object wanted, BindingPlan plan) {
    switch (what) {
      case "phase" -> assertThat(plan.phase()).hasToString(String.valueOf(wanted));
      case "bindings" ->
          assertThat(plan.desired().stream().map(CasesTest::shown).toList()).isEqualTo(wanted);
      case "writes" ->
          assertThat(
                  plan.writes().stream()
                      .map(b -> b.action().name().toLowerCase(Locale.ROOT) + " " + shown(b))
                      .toList())
              .isEqualTo(wanted);
      case "stale" ->
          assertThat(
                  plan.stale().stream().map(CapabilityBinding::spec).map(CasesTest::shown).toList())
              .isEqualTo(wanted);
      case "retained" ->
          assertThat(
                  plan.retained().stream()
                      .map(CapabilityBinding::spec)
                      .map(CasesTest::shown)
                      .toList())
              .isEqualTo(wanted);
      case "unresolved" ->
          assertThat(
                  Stream.concat(
                          plan.unresolvedRequired().stream(), plan.unresolvedOptional().stream())
                      .map(open -> open.need().described())
                      .toList())
              .isEqualTo(wanted);
      case "missing" -> assertThat(plan.missingModules()).isEqualTo(wanted);
      case "bindingsResolved" ->
          assertThat(condition(plan, BindingPlan.BINDINGS_RESOLVED)).isEqualTo(wanted);
      case "modulesResolved" ->
          assertThat(condition(plan, BindingPlan.MODULES_RESOLVED)).isEqualTo(wanted);
      case "nameConflict" ->
          assertThat(condition(plan, BindingPlan.NAME_CONFLICT)).isEqualTo(wanted);
      case "message" -> assertThat(plan.message()).isEqualTo(wanted);
      case "events" ->
          assertThat(plan.events().stream().map(e -> e.type() + " " + e.reason()).toList())
              .isEqualTo(wanted);
      case "problems" ->
          assertThat(
                  plan.problems().stream()
                      .map(p ->
                          p.problem().severity()
                              + " "
                              + p.object().name()
                              + " "
                              + p.problem().path()
                              + " "
                              + p.problem().code())
                      .toList())
              .isEqualTo(wanted);
      case "candidates" ->
          assertThat(
                  plan.outcomes().stream()
                      .flatMap(outcome ->
                          Objects.requireNonNull(plan.resolution()).candidates(outcome).stream()
                              .map(candidate -> shown(outcome.need(), candidate)))
                      .toList())
              .isEqualTo(wanted);
      case "nearest" -> assertThat(hints(plan)).isEqualTo(wanted);
      case "cycles" ->
          assertThat(plan.cycles().stream().map(Cycle::toString).toList()).isEqualTo(wanted);
      case "labels" -> assertThat(plan.desired().getFirst().metadata().labels()).isEqualTo(wanted);
      case "annotations" ->
          assertThat(plan.desired().getFirst().metadata().annotations()).isEqualTo(wanted);
      default -> throw new IllegalArgumentException("nothing to check for " + what);
    }
  }

  private static List<String> hints(BindingPlan plan) {
    List<String> hints = new ArrayList<>();
    Stream.concat(plan.unresolvedRequired().stream(), plan.unresolvedOptional().stream())
        .forEach(open -> {
          Hint hint = Objects.requireNonNull(plan.resolution()).hint(open);
          hints.add(hint.finding());
          hints.add("fix: " + hint.fix());
        });
    return hints;
  }

  private static String condition(BindingPlan plan, String type) {
    return plan.conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .map((Condition condition) -> condition.status() + " " + condition.reason())
        .findFirst()
        .orElse("none");
  }

  private static String shown(DesiredBinding binding) {
    return shown(binding.spec());
  }

  private static String shown(CapabilityBindingSpec spec) {
    return spec.consumer().moduleManifestName()
        + " "
        + spec.capabilityId()
        + " -> "
        + spec.provider().moduleManifestName()
        + " "
        + spec.provider().capabilityVersion();
  }

  private static String shown(Need need, Candidate candidate) {
    String verdict =
        switch (candidate.verdict()) {
          case Verdict.Chosen(boolean itself) -> itself ? "chosen itself" : "chosen";
          case Verdict.Beaten beaten ->
              beaten.advantage().code()
                  + " of "
                  + beaten.winner()
                  + " ("
                  + beaten.winnersValue()
                  + " against "
                  + beaten.ownValue()
                  + ")";
          case Verdict.Rejected(var rejection) ->
              rejection.rule() + ": " + rejection.wanted() + " / " + rejection.actual();
          case Verdict.NotJudged() -> "not judged";
        };
    return need.consumer()
        + " "
        + need.capabilityId()
        + " <- "
        + candidate.provision().module()
        + " "
        + candidate.provision().offered().version()
        + ": "
        + verdict;
  }
}
