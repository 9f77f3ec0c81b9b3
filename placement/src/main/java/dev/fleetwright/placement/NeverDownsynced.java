package dev.fleetwright.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What no policy sends, whatever it selects. */
public final class NeverDownsynced {

  /** Groups whose objects describe a cluster to itself, or the hub to itself. */
  public static final Map<String, String> GROUPS =
      Map.ofEntries(
          Map.entry("apiregistration.k8s.io", "API services belong to the API server they are in"),
          Map.entry("authentication.k8s.io", "reviews are questions to one API server"),
          Map.entry("authorization.k8s.io", "reviews are questions to one API server"),
          Map.entry("coordination.k8s.io", "leases are heartbeats of one cluster"),
          Map.entry("discovery.k8s.io", "endpoint slices are made by each cluster itself"),
          Map.entry("events.k8s.io", "events tell what happened in one cluster"),
          Map.entry("flowcontrol.apiserver.k8s.io", "flow control belongs to one API server"),
          Map.entry("internal.apiserver.k8s.io", "storage versions belong to one API server"),
          Map.entry("metrics.k8s.io", "metrics are measured in each cluster"),
          Map.entry("cluster.open-cluster-management.io", "the inventory belongs to the hub"),
          Map.entry("work.open-cluster-management.io", "deliveries belong to the hub"),
          Map.entry("control.kubestellar.io", "policies and statuses belong to the hub"),
          Map.entry("game.platform", "worlds and their definitions belong to the hub"),
          Map.entry("release.fleetwright.dev", "releases belong to the hub"),
          Map.entry("swarm.fleetwright.dev", "swarm records belong to the hub"));

  /** Resources of the core group, and of others, that each cluster makes itself. */
  private static final Map<String, String> RESOURCES =
      Map.of(
          "/bindings", "bindings are made by each cluster's scheduler",
          "/componentstatuses", "components belong to one cluster",
          "/endpoints", "endpoints are made by each cluster itself",
          "/events", "events tell what happened in one cluster",
          "/nodes", "nodes belong to one cluster",
          "storage.k8s.io/csinodes", "nodes belong to one cluster",
          "storage.k8s.io/csistoragecapacities", "capacity belongs to one cluster",
          "storage.k8s.io/volumeattachments", "attachments belong to one cluster's nodes");

  /** Objects that exist in every cluster and are its own. */
  private static final Set<ObjectKey> OBJECTS =
      Set.of(
          new ObjectKey("", "namespaces", "", "default"),
          new ObjectKey("", "namespaces", "", "kube-node-lease"),
          new ObjectKey("", "namespaces", "", "kube-public"),
          new ObjectKey("", "namespaces", "", "kube-system"),
          new ObjectKey("", "services", "default", "kubernetes"));

  /** Namespaces that the hub keeps its own things in. */
  private static final Set<String> HUB_NAMESPACES =
      Set.of("fleetwright-system", "kubestellar-report");

  private static final String RBAC = "rbac.authorization.k8s.io";

  /** On the roles that each API server makes for itself. */
  private static final String BOOTSTRAP_LABEL = "kubernetes.io/bootstrapping";

  /** How the names of rights begin that belong to an API server, the hub or its agents. */
  private static final List<String> PLATFORM_PREFIXES =
      List.of("system:", "fleetwright:", "fleetwright-");

  /** On the namespaces that are mailboxes of clusters. */
  public static final String MAILBOX_LABEL = "fleetwright.dev/mailbox-of";

  private NeverDownsynced() {}

  /** Why no object of the resource is ever sent; empty when that depends on the object. */
  public static Optional<String> reason(String group, String resource) {
    String byGroup = GROUPS.get(group);
    return Optional.ofNullable(byGroup != null ? byGroup : RESOURCES.get(group + "/" + resource));
  }

  /** Why the object is not sent, whoever asks for it; empty when policies decide. */
  public static Optional<String> refusal(WorkloadObject object) {
    ObjectKey key = object.key();
    if (object.deleting()) {
      return Optional.of("the object is being deleted");
    }
    if (isNamespace(key) && object.labels().containsKey(MAILBOX_LABEL)) {
      return Optional.of("never sent: mailboxes of clusters belong to the hub");
    }
    if (key.group().equals(RBAC) && object.labels().containsKey(BOOTSTRAP_LABEL)) {
      return Optional.of("never sent: every cluster has its own");
    }
    return reason(key).map(why -> "never sent: " + why);
  }

  private static boolean isRightOfPlatform(ObjectKey key) {
    return key.group().equals(RBAC)
        && PLATFORM_PREFIXES.stream().anyMatch(prefix -> key.name().startsWith(prefix));
  }

  private static boolean isNamespace(ObjectKey key) {
    return key.group().isEmpty() && key.resource().equals("namespaces");
  }

  /** Why the object is never sent, as far as its name tells. */
  public static Optional<String> reason(ObjectKey key) {
    Optional<String> byResource = reason(key.group(), key.resource());
    if (byResource.isPresent()) {
      return byResource;
    }
    if (key.resource().equals("customresourcedefinitions")
        && GROUPS.containsKey(key.name().substring(key.name().indexOf('.') + 1))) {
      return Optional.of("it defines a kind that belongs to the hub");
    }
    if (isRightOfPlatform(key)) {
      return Optional.of("rights of the hub, its agents and the API server stay where they are");
    }
    if (HUB_NAMESPACES.contains(isNamespace(key) ? key.name() : key.namespace())) {
      return Optional.of("the hub keeps its own things there");
    }
    boolean ownOfEachNamespace =
        key.group().isEmpty()
            && ((key.resource().equals("configmaps") && key.name().equals("kube-root-ca.crt"))
                || (key.resource().equals("serviceaccounts") && key.name().equals("default")));
    return ownOfEachNamespace || OBJECTS.contains(key)
        ? Optional.of("every cluster has its own")
        : Optional.empty();
  }
}
