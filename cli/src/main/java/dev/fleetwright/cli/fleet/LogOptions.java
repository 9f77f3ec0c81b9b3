package dev.fleetwright.cli.fleet;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.OutputStream;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine.Option;

/** How a process that runs for long writes its log: to stderr, for people or for programs. */
final class LogOptions {

  enum LogFormat {
    text,
    json
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  LogFormat format = LogFormat.text;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "info",
      description = "error, warn, info, debug or trace (${DEFAULT-VALUE}).")
  String level = "info";

  void open(OutputStream stream) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Encoder<ILoggingEvent> encoder =
        switch (format) {
          case text -> {
            PatternLayoutEncoder pattern = new PatternLayoutEncoder();
            pattern.setPattern(
                "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z', UTC} %-5level %logger{20} %msg %kvp%n");
            yield pattern;
          }
          case json -> new JsonLog();
        };
    encoder.setContext(context);
    encoder.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setContext(context);
    appender.setName("stderr");
    appender.setEncoder(encoder);
    appender.setOutputStream(stream);
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.setLevel(Level.toLevel(level, Level.INFO));
    root.addAppender(appender);
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }
}
