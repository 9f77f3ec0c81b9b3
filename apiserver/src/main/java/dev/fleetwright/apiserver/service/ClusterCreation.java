package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.NameRule;
import dev.fleetwright.apiserver.store.Change;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;

/** Brings logical clusters into being. */
public final class ClusterCreation {
  private final ObjectStore store;
  private final Clusters clusters;
  private final Namespaces namespaces;
  private final Identity identity;

  public ClusterCreation(
      ObjectStore store, Clusters clusters, Namespaces namespaces, Identity identity) {
    this.store = store;
    this.clusters = clusters;
    this.namespaces = namespaces;
    this.identity = identity;
  }

  /** Creates the cluster with its first namespaces; nothing happens when it exists. */
  public void ensure(String cluster) {
    if (clusters.exists(cluster)) {
      return;
    }
    String complaint = cluster.equals(Clusters.HUB) ? null : NameRule.LABEL.complaint(cluster);
    if (complaint != null) {
      throw Failure.badRequest("\"" + cluster + "\" is no name for a cluster: " + complaint);
    }
    var changes = new ArrayList<Change>();
    ObjectNode entry = Json.object();
    entry.putObject("metadata").put("name", Clusters.recordName(cluster));
    changes.add(
        new Change.Put(
            new ObjectKey(Clusters.RECORDS, "", Clusters.recordName(cluster)),
            Change.ABSENT,
            entry));
    changes.addAll(namespaces.firstNamespaces(cluster, identity.now()));
    store.commit(List.copyOf(changes)); // a stale answer means that someone else was faster
  }
}
