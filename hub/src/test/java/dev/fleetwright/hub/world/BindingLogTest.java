package dev.fleetwright.hub.world;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.fleetwright.capability.BindingPlan;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BindingLogTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger(BindingLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
  }

  @AfterEach
  void restore() {
    logger.detachAppender(lines);
    logger.setLevel(null);
    logger.setAdditive(true);
  }

  @Test
  void aDecisionHasAllItsFields() {
    BindingPlan plan = SamplePlan.plan();
    BindingLog.bound(plan, plan.desired().getFirst());
    assertThat(fields())
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("world", "w"),
                Map.entry("namespace", "n"),
                Map.entry("game", "g"),
                Map.entry("consumerModule", "consumer"),
                Map.entry("capabilityId", "time.source"),
                Map.entry("scope", "world"),
                Map.entry("multiplicity", "1"),
                Map.entry("candidateCount", 1),
                Map.entry("chosenProvider", "clock"),
                Map.entry("chosenVersion", "1.0.0")));
  }

  @Test
  void whatNothingSatisfiesIsAWarningWithoutAChoice() {
    BindingLog.unresolved(SamplePlan.plan());
    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.getFirst().getLevel()).isEqualTo(Level.WARN);
    assertThat(fields())
        .containsEntry("capabilityId", "voice.chat")
        .containsEntry("candidateCount", 0)
        .doesNotContainKeys("chosenProvider", "chosenVersion");
  }

  private Map<String, Object> fields() {
    Map<String, Object> fields = new TreeMap<>();
    lines.list.getFirst().getKeyValuePairs().forEach(pair -> fields.put(pair.key, pair.value));
    return fields;
  }
}
