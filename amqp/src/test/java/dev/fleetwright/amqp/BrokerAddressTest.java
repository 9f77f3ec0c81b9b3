package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void readsFilesAndNamesEveryMistake(@TempDir Path folder) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "s@cret\n");
    Path authority = Files.writeString(folder.resolve("c a.pem"), "x");
    BrokerAddress address =
        BrokerAddress.parse(
                "amqps://me@host/v?passwordfile="
                    + secret
                    + "&cacertfile="
                    + authority.toString().replace(" ", "%20"))
            .orThrow();
    assertThat(address.password()).isEqualTo("s@cret");
    assertThat(address.tlsFiles()).isEqualTo(new TlsFiles(authority, null, null));
    assertThat(BrokerAddress.parse(address.secretUri()).orThrow()).isEqualTo(address);
    assertThat(
            BrokerAddress.parse(
                    "amqp://me:hidden@host?cacertfile=/none&keyfil=/x&passwordfile=" + secret)
                .problems())
        .extracting(
            problem -> problem.path() + ": " + problem.message() + "; " + problem.nextStep())
        .containsExactlyInAnyOrder(
            "cacertfile: the connection is not encrypted, so the file is of no use; write amqps://",
            "cacertfile: the file /none cannot be read; name a file that this user reads",
            "keyfil: the address of the broker has an unknown parameter; did you mean"
                + " \"keyfile\"?",
            "passwordfile: there is a password and a file of one; leave one out");
    assertThat(BrokerAddress.parse("amqps://a:b@host?certfile=" + secret).problems())
        .extracting(problem -> problem.message())
        .containsExactly("a certificate needs its key, and a key its certificate");
  }

  @Test
  void neverPrintsThePassword() {
    assertThat(BrokerAddress.parse("amqp://me:secret@host/v").orThrow())
        .hasToString("amqp://me:***@host:5672/v");
  }
}
