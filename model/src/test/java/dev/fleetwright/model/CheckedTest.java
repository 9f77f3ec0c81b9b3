package dev.fleetwright.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedTest {

  private static final Problem PROBLEM = new Problem("bad", "", "it is bad", "make it good");

  @Test
  void aValidValueHasNoProblemsAndMaps() {
    Checked<Integer> checked = Checked.valid(20).map(n -> n + 1);
    assertThat(checked).isEqualTo(Checked.valid(21));
    assertThat(checked.problems()).isEmpty();
    assertThat(checked.orThrow()).isEqualTo(21);
  }

  @Test
  void anInvalidValueKeepsItsProblemsThroughMap() {
    Checked<Integer> checked = Checked.<Integer>invalid(PROBLEM).map(n -> n + 1);
    assertThat(checked.isValid()).isFalse();
    assertThat(checked.problems()).containsExactly(PROBLEM);
    assertThatThrownBy(checked::orThrow).hasMessageContaining("it is bad");
  }

  @Test
  void invalidWithoutAProblemIsAMistakeOfOurs() {
    assertThatThrownBy(() -> Checked.invalid(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
