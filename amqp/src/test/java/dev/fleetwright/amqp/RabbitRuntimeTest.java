package dev.fleetwright.amqp;

class RabbitRuntimeTest extends RuntimeContract {
  @Override
  BrokerAddress broker() {
    return TestBrokers.rabbit();
  }
}
