package dev.fleetwright.cli.faults;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.hub.Hub;
import dev.fleetwright.hub.HubConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;

/** The hub in this process, with a cable of its own to the server and to the broker. */
final class Center implements AutoCloseable {

  final TcpProxy toServer;
  final TcpProxy toBroker;
  private final KubernetesClient client;
  private final AmqpTransport bus;
  private final Hub hub;

  Center(Bed bed, BrokerAddress broker) throws IOException, InterruptedException {
    toServer = TcpProxy.to(bed.server().port());
    toBroker = TcpProxy.to(broker.port());
    client = Bed.clientOf(bed.kubeconfigOfHub("hub", toServer.port()));
    bus = new AmqpTransport(Site.through(toBroker, broker), "hub");
    hub = Hub.start(HubConfig.of(client, bus));
  }

  /** How many messages the broker has not taken yet. */
  int waiting() {
    return bus.pendingCount();
  }

  @Override
  public void close() throws IOException {
    hub.close();
    bus.close();
    client.close();
    toServer.close();
    toBroker.close();
  }
}
