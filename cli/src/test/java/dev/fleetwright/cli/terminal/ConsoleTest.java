package dev.fleetwright.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {

  @Test
  void colourNeedsATerminalAndNobodyWhoForbidsIt() {
    assertThat(Console.wantsColour(Map.of(), true)).isTrue();
    assertThat(Console.wantsColour(Map.of(), false)).isFalse();
    assertThat(Console.wantsColour(Map.of("NO_COLOR", "1"), true)).isFalse();
    assertThat(Console.wantsColour(Map.of("NO_COLOR", ""), true)).isTrue();
    assertThat(Console.wantsColour(Map.of("TERM", "dumb"), true)).isFalse();
    assertThat(Console.wantsColour(Map.of("CLICOLOR_FORCE", "1"), false)).isTrue();
    assertThat(Console.wantsColour(Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"), false))
        .isFalse();
  }
}
