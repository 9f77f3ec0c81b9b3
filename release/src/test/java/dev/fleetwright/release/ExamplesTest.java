package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.rules.RuleTypes;
import org.junit.jupiter.api.Test;

/** What people are shown as an example works. */
class ExamplesTest {

  @Test
  void theExampleOfEveryRuleTypeIsARule() {
    for (RuleType type : RuleTypes.ALL) {
      assertThat(RandomWorld.rule(type.example()).type()).isEqualTo(type.name());
      assertThat(type.options()).as(type.name()).isNotEmpty();
    }
  }
}
