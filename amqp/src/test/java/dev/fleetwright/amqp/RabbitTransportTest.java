package dev.fleetwright.amqp;

class RabbitTransportTest extends TransportContract {
  @Override
  BrokerAddress broker() {
    return TestBrokers.rabbit();
  }
}
