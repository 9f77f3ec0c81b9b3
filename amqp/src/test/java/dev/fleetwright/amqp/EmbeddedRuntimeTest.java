package dev.fleetwright.amqp;

class EmbeddedRuntimeTest extends RuntimeContract {
  @Override
  BrokerAddress broker() {
    return TestBrokers.embedded();
  }
}
