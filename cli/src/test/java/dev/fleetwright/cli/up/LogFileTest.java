package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogFileTest {

  @Test
  void theFieldsOfADecisionStandAfterItsMessage() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger logger = context.getLogger("log-file-test");
    ListAppender<ILoggingEvent> events = new ListAppender<>();
    events.start();
    logger.addAppender(events);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger
        .atInfo()
        .addKeyValue("chosenProvider", "clock")
        .addKeyValue("candidateCount", 2)
        .log("decided");
    logger.info("no fields");
    var encoder = LogFile.encoder(context);
    assertThat(new String(encoder.encode(events.list.getFirst()), StandardCharsets.UTF_8))
        .endsWith(" decided chosenProvider=\"clock\" candidateCount=\"2\"\n");
    assertThat(new String(encoder.encode(events.list.getLast()), StandardCharsets.UTF_8))
        .endsWith(" no fields\n");
  }
}
