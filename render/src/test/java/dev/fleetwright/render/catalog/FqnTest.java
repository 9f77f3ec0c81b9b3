package dev.fleetwright.render.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FqnTest {

  @Test
  void takesTheFormOfTheSpecification() {
    Fqn fqn = Fqn.parse("opm.dev/resources/workload@v1#Container").orThrow();
    assertThat(fqn).isEqualTo(new Fqn("opm.dev/resources/workload", "v1", "Container"));
    assertThat(fqn.apiVersion()).isEqualTo("opm.dev/resources/workload@v1");
    assertThat(fqn).hasToString("opm.dev/resources/workload@v1#Container");
    for (String wrong :
        List.of(
            "",
            "Container",
            "opm.dev@v1#Container",
            "opm.dev/a#Container",
            "opm.dev/a@1#C",
            "opm.dev/a@v1#container",
            "opm.dev/a@v1#",
            "Opm.dev/a@v1#C",
            "opm.dev/a@v1#C#D",
            "opm.dev/a@v1#C-D",
            "opm.dev//a@v1#C",
            "opm.dev/a@v1 #C")) {
      assertThat(Fqn.parse(wrong).isValid()).as(wrong).isFalse();
    }
  }

  @Test
  void theNearestIsTheSameInAnotherVersionThenTheSameNameThenTheSpelling() {
    List<String> known = List.of("a.b/c@v1#Car", "a.b/d@v1#Bus", "a.b/c@v2#Cat");
    assertThat(Fqn.nearest("a.b/c@v9#Car", known)).contains("a.b/c@v1#Car");
    assertThat(Fqn.nearest("x.y/z@v1#Bus", known)).contains("a.b/d@v1#Bus");
    assertThat(Fqn.nearest("bus", known)).contains("a.b/d@v1#Bus");
    assertThat(Fqn.nearest("a.b/c@v2#Cta", known)).contains("a.b/c@v2#Cat");
    assertThat(Fqn.nearest("quite.different/thing@v1#Zebra", known)).isEmpty();
  }
}
