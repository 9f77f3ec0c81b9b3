package dev.fleetwright.cli.faults;

import dev.fleetwright.amqp.EmbeddedBroker;
import java.util.concurrent.CountDownLatch;

/** The embedded broker in a process of its own, so that it can be killed alone. */
final class BrokerProcess {

  static final String USER = "fleetwright";
  static final String PASSWORD = "for-this-test-only";

  private BrokerProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Integer.parseInt(arguments[0]), PASSWORD)) {
      System.out.println("broker" + Part.UP + broker.address());
      new CountDownLatch(1).await();
    }
  }
}
