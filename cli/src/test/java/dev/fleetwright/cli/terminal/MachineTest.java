package dev.fleetwright.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineTest {

  @Test
  void textThatSomeReaderOfYamlTakesForSomethingElseIsQuoted() {
    for (String text :
        List.of(
            "True",
            "true",
            "yes",
            "No",
            "on",
            "n",
            "null",
            "~",
            "1",
            "1.5",
            "1e3",
            "0x1F",
            "0o17",
            "1_000",
            "12:30:45",
            ".inf",
            "2026-11-16",
            "2026-11-16T13:24:27Z")) {
      assertThat(Machine.yaml(Map.of("a", text))).isEqualTo("a: '" + text + "'\n");
    }
  }

  @Test
  void otherTextAndValuesStandAsTheyAre() {
    for (Object plain : List.of("1.0.0", "v1", "yesterday", "3 of 3", "none", "1Gi", true, 7)) {
      assertThat(Machine.yaml(Map.of("a", plain))).isEqualTo("a: " + plain + "\n");
    }
  }
}
