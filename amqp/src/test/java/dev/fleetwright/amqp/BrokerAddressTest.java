package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerAddressTest {

  @Test
  void readsTheUsualForms() {
    assertThat(BrokerAddress.parse("amqp://me:s%40cret+1@host:1234/v%2Fh").orThrow())
        .isEqualTo(new BrokerAddress("host", 1234, "v/h", "me", "s@cret+1", false));
    assertThat(BrokerAddress.parse("amqps://me:x@host").orThrow())
        .isEqualTo(new BrokerAddress("host", 5671, "/", "me", "x", true));
    assertThat(BrokerAddress.parse("amqp://host/").orThrow())
        .isEqualTo(new BrokerAddress("host", 5672, "/", "guest", "guest", false));
  }

  @Test
  void refusesTheRestWithoutShowingAPassword() {
    for (String text :
        List.of(
            "",
            "host",
            "http://me:secret@host",
            "amqp://",
            "amqp://me@host",
            "amqp://me:secret@ho st",
            "amqp://me:secret%zz@host")) {
      assertThat(BrokerAddress.parse(text).problems())
          .as(text)
          .singleElement()
          .satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("invalid-broker-address");
            assertThat(problem.toString()).doesNotContain("secret");
          });
    }
  }

  @Test
  void neverPrintsThePassword() {
    assertThat(BrokerAddress.parse("amqp://me:secret@host/v").orThrow())
        .hasToString("amqp://me:***@host:5672/v");
  }
}
