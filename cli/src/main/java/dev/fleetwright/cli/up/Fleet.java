package dev.fleetwright.cli.up;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.placement.kinds.ManagedClusterSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;

/** The inventory of the local fleet: one ManagedCluster for each logical cluster. */
final class Fleet {

  /** All local clusters are of this region, so that a world finds them by its region alone. */
  static final String REGION = "local";

  private Fleet() {}

  /** A new release goes to one cluster, then to another, then to all. */
  private static String ring(int position) {
    return switch (position) {
      case 0 -> "canary";
      case 1 -> "early";
      default -> "broad";
    };
  }

  /** Creates what is missing. What is there stays as people left it. */
  static void ensure(KubernetesClient hub, List<String> clusters) {
    for (String name : clusters) {
      ManagedCluster cluster = new ManagedCluster();
      cluster.getMetadata().setName(name);
      cluster
          .getMetadata()
          .setLabels(
              Map.of(
                  "region",
                  REGION,
                  "environment",
                  "development",
                  "name",
                  name,
                  "ring",
                  ring(clusters.indexOf(name))));
      cluster.getMetadata().setAnnotations(Map.of(CutOffs.LOCAL, "true"));
      cluster.setSpec(new ManagedClusterSpec(true, null, List.of(), List.of()));
      try {
        hub.resource(cluster).create();
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
          throw e;
        }
      }
    }
  }
}
