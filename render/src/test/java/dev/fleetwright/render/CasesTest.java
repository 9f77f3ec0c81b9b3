package dev.fleetwright.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.render.matching.Candidate;
import dev.fleetwright.render.matching.Strategy;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Leaves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each file of {@code cases} is a test: {@code why}, {@code given} (module, documents, provider,
 * values, strategy, minScore, strict), {@code expect} (objects as subsets of the fields,
 * identities, problems as code at line, scores).
 */
class CasesTest {

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    Path folder = Path.of("src/test/resources/cases");
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(folder.relativize(file).toString(), () -> run(file)));
  }

  private static void run(Path file) {
    Node root = Sample.documents(file.getFileName().toString(), Sample.text(file)).getFirst();
    Object given = Fields.value(root.plain(), "given");
    Object expect = Fields.value(root.plain(), "expect");
    assertThat(Fields.text(root.plain(), "why")).as("why").isNotBlank();
    Rendering rendering = render(root, given);
    String told = ProblemText.render(rendering.problems());

    List<String> problems = new ArrayList<>();
    for (Problem problem : rendering.problems()) {
      problems.add((problem.isError() ? "" : "warning ") + problem.code());
      assertThat(problem.message()).doesNotEndWith(".");
    }
    assertThat(problems)
        .as(told)
        .containsExactlyInAnyOrderElementsOf(Fields.texts(expect, "problems"));
    for (String text : Fields.texts(expect, "messages")) {
      assertThat(told).contains(text);
    }
    for (String text : Fields.texts(expect, "hidden")) {
      assertThat(told).doesNotContain(text);
    }
    if (Fields.value(expect, "identities") != null) {
      assertThat(rendering.objects())
          .extracting(RenderedObject::identity)
          .containsExactlyElementsOf(Fields.texts(expect, "identities"));
    }
    Fields.map(expect, "objects")
        .forEach((identity, fields) -> {
          RenderedObject object =
              rendering.objects().stream()
                  .filter(o -> o.identity().equals(identity))
                  .findFirst()
                  .orElseThrow(
                      () -> new AssertionError("no " + identity + " in " + rendering.objects()));
          Map<String, ?> leaves = Leaves.of(object.object());
          Leaves.of(fields)
              .forEach((path, value) -> {
                if ("absent".equals(value)) {
                  assertThat(leaves.keySet()).as(identity).noneMatch(p -> p.startsWith(path));
                } else {
                  assertThat(leaves.get(path)).as(identity + " " + path).isEqualTo(value);
                }
              });
        });
    Fields.map(expect, "scores").forEach((name, score) -> checkScore(rendering, name, score));
  }

  private static void checkScore(
      Rendering rendering, String name, @org.jspecify.annotations.Nullable Object score) {
    Candidate candidate =
        rendering.reports().stream()
            .flatMap(r -> r.candidates().stream())
            .filter(c -> c.transformer().metadata().name().equals(name))
            .findFirst()
            .orElseThrow();
    var points = candidate.score();
    assertThat(points == null ? null : (long) points.total()).as(name).isEqualTo(score);
  }

  private static Rendering render(Node root, @org.jspecify.annotations.Nullable Object given) {
    Node module = root.at("given.module");
    assertThat(module).isNotNull();
    List<Node> documents = new ArrayList<>();
    int count = Fields.list(given, "documents").size();
    for (int i = 0; i < count; i++) {
      Node node = root.at("given.documents[" + i + "]");
      if (node != null) {
        documents.add(node);
      }
    }
    var library = Library.builtIn().with(documents);
    if (!library.isValid()) {
      return new Rendering("", List.of(), library.problems(), List.of(), java.util.Set.of());
    }
    RenderOptions options =
        new RenderOptions(
            Strategy.valueOf(Fields.text(given, "strategy", "all").toUpperCase(Locale.ROOT)),
            (int) Fields.number(given, "minScore", 0),
            Fields.flag(given, "strict"));
    return Sample.render(
        java.util.Objects.requireNonNull(module),
        library.orThrow(),
        Fields.text(given, "provider", "kubernetes"),
        options,
        Fields.map(given, "values"));
  }
}
