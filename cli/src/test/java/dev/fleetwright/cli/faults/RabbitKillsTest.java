package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = RabbitKillsTest.RESTART,
    matches = ".+",
    disabledReason = "it holds a command that kills the RabbitMQ server and starts it again")
class RabbitKillsTest extends KillsContract {

  static final String RESTART = "FLEETWRIGHT_TEST_RABBITMQ_RESTART";
  private static final String ADDRESS = "FLEETWRIGHT_TEST_RABBITMQ";

  @Override
  void withBroker(Path logs, BrokerUse use) throws Exception {
    use.with(
        Objects.requireNonNull(System.getenv(ADDRESS), ADDRESS),
        new Mortal() {
          @Override
          public String name() {
            return "RabbitMQ";
          }

          @Override
          public void kill() throws Exception {
            Process process =
                new ProcessBuilder(Objects.requireNonNull(System.getenv(RESTART)))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0).isTrue();
          }

          @Override
          public void startAgain() {
            // The command has done both.
          }
        });
  }
}
