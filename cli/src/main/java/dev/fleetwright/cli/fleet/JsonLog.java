package dev.fleetwright.cli.fleet;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Log lines as JSON objects, one a line, with the fields of a message beside it.
 *
 * <pre>{@code
 * {"time":"2026-01-01T00:00:00Z","level":"INFO","logger":"…","message":"…","world":"forge","namespace":"anvil"}
 * }</pre>
 */
final class JsonLog extends EncoderBase<ILoggingEvent> {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", String.valueOf(event.getFormattedMessage()));
    event.getMDCPropertyMap().forEach(line::putIfAbsent);
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        line.putIfAbsent(pair.key, plain(pair.value));
      }
    }
    IThrowableProxy failure = event.getThrowableProxy();
    if (failure != null) {
      line.put("error", ThrowableProxyUtil.asString(failure));
    }
    return text(line).getBytes(StandardCharsets.UTF_8);
  }

  private static Object plain(@Nullable Object value) {
    return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
  }

  private static String text(Map<String, Object> line) {
    try {
      return JSON.writeValueAsString(line) + "\n";
    } catch (JsonProcessingException e) {
      return "{\"level\":\"ERROR\",\"message\":\"a log line could not be written as JSON\"}\n";
    }
  }
}
