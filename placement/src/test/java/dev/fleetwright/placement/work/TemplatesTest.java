package dev.fleetwright.placement.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {

  private static final Map<String, String> VALUES =
      Map.of(
          "clusterName",
          "east",
          "region",
          "us",
          "topology.kubernetes.io/zone",
          "z1",
          "braces",
          "{{.region}}");

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      value = {
        "{{.clusterName}} | east",
        "at-{{ .region }}-{{.clusterName}}! | at-us-east!",
        "{{index . \"topology.kubernetes.io/zone\"}} | z1",
        "{{\"{{\"}} stays {{`}}`}} | {{ stays }}",
        "a  {{- .region -}}  b | ausb",
        "no braces } here | no braces } here",
        "{{.braces}} | {{.region}}",
        "{{\"a\\\"b\"}} | a\"b"
      })
  void expands(String text, String expected) {
    assertThat(Templates.expand(Map.of("x", text), VALUES))
        .isEqualTo(Checked.valid(Map.of("x", expected)));
  }

  @Test
  void expandsStringsEverywhereAndNothingElse() {
    Map<String, Object> object =
        Map.of(
            "a", List.of(1, true, "{{.region}}", Map.of("{{.region}}", "{{.region}}")), "n", 2.5);
    assertThat(Templates.expand(object, VALUES).orThrow())
        .isEqualTo(Map.of("a", List.of(1, true, "us", Map.of("{{.region}}", "us")), "n", 2.5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "x {{.regoin}} | unknown-property | 3",
        "{{.region | unclosed-template | 1",
        "{{}} | invalid-template | 1",
        "{{region}} | invalid-template | 1",
        "{{.region.x}} | invalid-template | 1",
        "{{if .region}} | invalid-template | 1",
        "{{index . region}} | invalid-template | 1",
        "{{index .}} | invalid-template | 1",
        "{{- | unclosed-template | 1",
        "{{- -}} | invalid-template | 1",
        "{{\"a}} | unclosed-template | 1"
      })
  void reportsWhatItCannotExpand(String text, String code, int column) {
    List<Problem> problems =
        Templates.expand(Map.of("spec", Map.of("x.y", List.of(text))), VALUES).problems();
    assertThat(problems).as(text).hasSize(1);
    Problem problem = problems.getFirst();
    assertThat(problem.code()).as(text).isEqualTo(code);
    assertThat(problem.path()).isEqualTo("spec[\"x.y\"][0]");
    var place = problem.place();
    assertThat(place == null ? 0 : place.column()).isEqualTo(column);
  }

  @Test
  void allProblemsAreReportedAndTheNearestNameIsOffered() {
    List<Problem> problems =
        Templates.expand(Map.of("a", "line one\n  {{.regoin}}", "b", "{{.nope}}"), VALUES)
            .problems();
    assertThat(problems).hasSize(2);
    assertThat(problems)
        .anySatisfy(problem -> {
          assertThat(problem.nextStep()).contains("\"region\"");
          var place = problem.place();
          assertThat(place == null ? "" : place.line() + ":" + place.column() + place.lineText())
              .isEqualTo("2:3  {{.regoin}}");
        });
  }
}
