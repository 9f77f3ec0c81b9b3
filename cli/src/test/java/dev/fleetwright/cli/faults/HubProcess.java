package dev.fleetwright.cli.faults;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.LeadingHub;
import dev.fleetwright.hub.election.LeaseElection;
import dev.fleetwright.hub.election.LeaseTerms;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A hub as {@code fleetwright hub} runs it, with a lease that is short enough for a test. */
final class HubProcess {

  static final String LEASE = "fleetwright-hub";
  private static final LeaseTerms SHORT =
      new LeaseTerms(Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofMillis(200));

  private HubProcess() {}

  public static void main(String[] arguments) throws Exception {
    String identity = arguments[0];
    try (KubernetesClient client = Bed.clientOf(Files.readString(Path.of(arguments[1])));
        AmqpTransport bus = new AmqpTransport(BrokerAddress.parse(arguments[2]).orThrow(), "hub");
        LeadingHub _ =
            LeadingHub.start(
                HubConfig.of(client, bus),
                new LeaseElection(
                    client, "default", LEASE, identity, SHORT, Clock.systemUTC(), System::nanoTime),
                SHORT)) {
      System.out.println(identity + Part.UP + "it asks for the lease");
      new CountDownLatch(1).await();
    }
  }
}
