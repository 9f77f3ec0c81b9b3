package dev.fleetwright.cli.faults;

import dev.fleetwright.amqp.BrokerAddress;
import java.nio.file.Path;

class EmbeddedKillsTest extends KillsContract {

  @Override
  void withBroker(Path logs, BrokerUse use) throws Exception {
    int port = Bed.freePort();
    String amqp =
        new BrokerAddress("127.0.0.1", port, "/", BrokerProcess.USER, BrokerProcess.PASSWORD, false)
            .secretUri();
    try (Part broker = Part.java("broker", logs, BrokerProcess.class, String.valueOf(port))) {
      broker.startAndWait();
      use.with(amqp, mortal(broker));
    }
  }
}
