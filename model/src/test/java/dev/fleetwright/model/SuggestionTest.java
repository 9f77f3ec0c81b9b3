package dev.fleetwright.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

  @Test
  void aSlipFindsTheNameThatWasMeant() {
    List<String> known = List.of("gameRef", "region", "desiredState", "spec");
    assertThat(Suggestion.nearest("gameref", known)).contains("gameRef");
    assertThat(Suggestion.nearest("desiredstat", known)).contains("desiredState");
    assertThat(Suggestion.nearest("regoin", known)).contains("region");
    assertThat(Suggestion.nearest("sepc", known)).contains("spec");
  }

  @Test
  void whatIsFarFromEverythingSuggestsNothing() {
    assertThat(Suggestion.nearest("banana", List.of("gameRef", "region"))).isEmpty();
    assertThat(Suggestion.nearest("x", List.of("spec"))).isEmpty();
    assertThat(Suggestion.nearest("", List.of())).isEmpty();
  }

  @Test
  void tiesGoToTheNameThatSortsFirstWhateverTheOrder() {
    assertThat(Suggestion.nearest("cat", List.of("car", "bat", "can"))).contains("bat");
    assertThat(Suggestion.nearest("cat", List.of("can", "car", "bat"))).contains("bat");
  }
}
