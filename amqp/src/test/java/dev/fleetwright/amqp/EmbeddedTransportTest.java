package dev.fleetwright.amqp;

class EmbeddedTransportTest extends TransportContract {
  @Override
  BrokerAddress broker() {
    return TestBrokers.embedded();
  }
}
