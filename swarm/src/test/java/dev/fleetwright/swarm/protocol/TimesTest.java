package dev.fleetwright.swarm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimesTest {

  /** The quick way and the general one never differ. */
  private static void same(String text) {
    Optional<Instant> general;
    try {
      general = Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      general = Optional.empty();
    }
    assertThat(Times.read(text)).as(text).isEqualTo(general);
  }

  @Test
  void readsWhatTheGeneralParserReadsAndNothingElse() {
    for (String text :
        List.of(
            "2025-09-12T12:30:00Z",
            "2025-09-12T12:30:00.1Z",
            "2025-09-12T12:30:00.123456789Z",
            "2025-09-12T12:30:00.1234567890Z",
            "2025-09-12T12:30:00.Z",
            "2025-09-12T12:30Z",
            "2025-09-12T12:30:00+00:00",
            "2025-09-12T12:30:00",
            "2025-09-12 12:30:00Z",
            "2025-9-12T12:30:00Z",
            "2025-02-29T12:30:00Z",
            "2024-02-29T12:30:00Z",
            "2025-13-01T00:00:00Z",
            "2025-00-01T00:00:00Z",
            "2025-01-32T00:00:00Z",
            "2025-01-01T24:00:00Z",
            "2025-01-01T23:60:00Z",
            "2025-01-01T23:59:60Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "+12025-01-01T00:00:00Z",
            "-2025-01-01T00:00:00Z",
            "٢٠٢٥-01-01T00:00:00Z",
            "",
            "Z",
            "now")) {
      same(text);
    }
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      char[] text = "2025-09-12T12:30:00.123Z".toCharArray();
      for (int edits = random.nextInt(3); edits >= 0; edits--) {
        text[random.nextInt(text.length)] = "0123456789-:.TZ+".charAt(random.nextInt(16));
      }
      same(new String(text));
    }
  }
}
