package dev.fleetwright.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.fleetwright.cli.terminal.Machine;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class JsonLogTest {

  @Test
  void aLineIsOneObjectWithItsFieldsBesideTheMessage() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger logger = context.getLogger("json-log-test");
    ListAppender<ILoggingEvent> events = new ListAppender<>();
    events.start();
    logger.addAppender(events);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger
        .atWarn()
        .addKeyValue("world", "for\"ge\n")
        .addKeyValue("candidateCount", 3)
        .addKeyValue("message", "does not hide the message")
        .setCause(new IllegalStateException("why"))
        .log("nothing satisfies {}", "it");
    String line =
        new String(new JsonLog().encode(events.list.getFirst()), StandardCharsets.UTF_8);
    assertThat(line).endsWith("}\n");
    assertThat(line.strip()).doesNotContain("\n");
    assertThat(Machine.fromJson(line))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsAllEntriesOf(
            Map.of(
                "level",
                "WARN",
                "message",
                "nothing satisfies it",
                "world",
                "for\"ge\n",
                "candidateCount",
                3))
        .extractingByKey("error")
        .asString()
        .contains("IllegalStateException: why");
  }
}
