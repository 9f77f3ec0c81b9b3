package dev.fleetwright.cli.faults;

import dev.fleetwright.agent.Agent;
import dev.fleetwright.agent.AgentConfig;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.Map;

/** The agent of one cluster in this process, with a cable of its own to everything it talks to. */
final class Site implements AutoCloseable {

  final TcpProxy toHub;
  final TcpProxy toBroker;
  final TcpProxy toCluster;
  private final KubernetesClient mailbox;
  private final KubernetesClient cluster;
  private final AmqpTransport bus;
  private final Agent agent;

  Site(Bed bed, BrokerAddress broker, String name) throws IOException {
    toHub = TcpProxy.to(bed.server().port());
    toCluster = TcpProxy.to(bed.server().port());
    toBroker = TcpProxy.to(broker.port());
    mailbox = Bed.clientOf(bed.kubeconfigOfMailbox(name, toHub.port()));
    cluster = Bed.clientOf(bed.kubeconfigOfCluster(name, toCluster.port()));
    bus = new AmqpTransport(through(toBroker, broker), "agent-" + name);
    agent = Agent.start(AgentConfig.of(mailbox, Map.of(name, cluster), bus));
  }

  static BrokerAddress through(TcpProxy proxy, BrokerAddress broker) {
    return new BrokerAddress(
        broker.host(), proxy.port(), broker.virtualHost(), broker.user(), broker.password(), false);
  }

  @Override
  public void close() throws IOException {
    agent.close();
    bus.close();
    mailbox.close();
    cluster.close();
    toHub.close();
    toCluster.close();
    toBroker.close();
  }
}
