package dev.fleetwright.amqp;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestBrokers.RABBIT_VARIABLE,
    matches = ".+",
    disabledReason = "it holds the amqp:// URI of a RabbitMQ server to run the same tests against")
class RabbitRuntimeTest extends RuntimeContract {
  @Override
  BrokerAddress broker() {
    return TestBrokers.rabbit();
  }
}
