package dev.fleetwright.cli.up;

import dev.fleetwright.agent.Agent;
import dev.fleetwright.api.ManagedCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Map;
import java.util.Objects;

/**
 * Cuts clusters of this machine off from the hub while their ManagedCluster says so: nobody serves
 * their mailbox and nobody speaks for them on the bus, as if the line were down. Their workloads go
 * on.
 */
public final class CutOffs implements AutoCloseable {

  /** On a ManagedCluster: cut off while it is {@code "true"}. */
  public static final String CUT_OFF = "fleetwright.dev/cut-off";

  /** On a ManagedCluster: it is one of a local {@code up}. */
  public static final String LOCAL = "fleetwright.dev/local";

  private final Agent agent;
  private final Map<String, KubernetesClient> members;
  private final SharedIndexInformer<ManagedCluster> clusters;

  private CutOffs(KubernetesClient hub, Agent agent, Map<String, KubernetesClient> members) {
    this.agent = agent;
    this.members = Map.copyOf(members);
    this.clusters = hub.resources(ManagedCluster.class).inform(new Lines());
  }

  static CutOffs start(KubernetesClient hub, Agent agent, Map<String, KubernetesClient> members) {
    return new CutOffs(hub, agent, members);
  }

  private void look(ManagedCluster cluster) {
    String name = cluster.getMetadata().getName();
    KubernetesClient member = members.get(name);
    if (member == null) {
      return;
    }
    Map<String, String> annotations =
        Objects.requireNonNullElse(cluster.getMetadata().getAnnotations(), Map.of());
    if ("true".equals(annotations.get(CUT_OFF))) {
      agent.remove(name);
    } else {
      agent.add(name, member);
    }
  }

  private final class Lines implements ResourceEventHandler<ManagedCluster> {

    @Override
    public void onAdd(ManagedCluster cluster) {
      look(cluster);
    }

    @Override
    public void onUpdate(ManagedCluster before, ManagedCluster now) {
      look(now);
    }

    @Override
    public void onDelete(ManagedCluster cluster, boolean unknown) {}
  }

  @Override
  public void close() {
    clusters.stop();
  }
}
