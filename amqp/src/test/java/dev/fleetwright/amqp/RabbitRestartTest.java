package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = RabbitRestartTest.RESTART_VARIABLE,
    matches = ".+",
    disabledReason = "it holds a command that kills the RabbitMQ server and starts it again")
class RabbitRestartTest extends RestartContract {

  static final String RESTART_VARIABLE = "FLEETWRIGHT_TEST_RABBITMQ_RESTART";

  @Override
  BrokerAddress address() {
    return TestBrokers.rabbit();
  }

  @Override
  void restart() throws Exception {
    Process process =
        new ProcessBuilder(Objects.requireNonNull(System.getenv(RESTART_VARIABLE)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
