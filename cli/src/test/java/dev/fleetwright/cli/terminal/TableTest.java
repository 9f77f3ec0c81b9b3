package dev.fleetwright.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void columnsAlignByTheirWidestCellAndLinesHaveNoTrailingBlanks() {
    assertThat(new Table("NAME", "AGE").row("a", "1").row("längst", "").render())
        .isEqualTo("NAME     AGE\na        1\nlängst\n");
  }

  @Test
  void aCellNeverBreaksItsLineOrReachesTheTerminal() {
    assertThat(new Table("A").row("x\ny\u001b[2J").render()).isEqualTo("A\nx y\uFFFD[2J\n");
  }

  @Test
  void aRowOfTheWrongLengthIsAMistakeOfOurs() {
    assertThatThrownBy(() -> new Table("A", "B").row("x"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
