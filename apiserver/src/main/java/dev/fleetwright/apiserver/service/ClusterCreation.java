package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.NameRule;
import dev.fleetwright.apiserver.store.Change;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.ObjectStore;
import dev.fleetwright.apiserver.store.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Brings logical clusters into being, and the objects that the server itself sees to. */
public final class ClusterCreation {
  private static final int BATCH = 1_000;
  private static final int MAX_TRIES = 50;

  private final ObjectStore store;
  private final Clusters clusters;
  private final Namespaces namespaces;
  private final Identity identity;
  private final Function<String, List<FirstObject>> firstObjects;

  /**
   * Creates clusters in a store.
   *
   * @param firstObjects what a cluster of that name must have besides its namespaces
   */
  public ClusterCreation(
      ObjectStore store,
      Clusters clusters,
      Namespaces namespaces,
      Identity identity,
      Function<String, List<FirstObject>> firstObjects) {
    this.store = store;
    this.clusters = clusters;
    this.namespaces = namespaces;
    this.identity = identity;
    this.firstObjects = firstObjects;
  }

  /** Creates the cluster with its first objects; true when it was not there before. */
  public boolean ensure(String cluster) {
    boolean there = clusters.exists(cluster);
    ensure(List.of(cluster));
    return !there;
  }

  /** Creates those that are missing, in few commits, and gives all what they must have. */
  public void ensure(Collection<String> names) {
    for (String cluster : names) {
      String complaint = cluster.equals(Clusters.HUB) ? null : NameRule.LABEL.complaint(cluster);
      if (complaint != null) {
        throw Failure.badRequest("\"" + cluster + "\" is no name for a cluster: " + complaint);
      }
    }
    untilDone(() -> tryEnsure(names));
  }

  private boolean tryEnsure(Collection<String> names) {
    var changes = new ArrayList<Change>();
    boolean done = true;
    for (String cluster : names) {
      if (!clusters.exists(cluster)) {
        changes.add(recordOf(cluster));
        changes.addAll(namespaces.firstNamespaces(cluster, identity.now()));
      }
      changes.addAll(missing(cluster, firstObjects.apply(cluster)));
      if (changes.size() >= BATCH) {
        done &= commit(changes);
      }
    }
    return commit(changes) && done;
  }

  private static Change recordOf(String cluster) {
    ObjectNode entry = Json.object();
    String name = Clusters.recordName(cluster);
    entry.putObject("metadata").put("name", name);
    return new Change.Put(new ObjectKey(Clusters.RECORDS, "", name), Change.ABSENT, entry);
  }

  /**
   * Adds those of the objects that are missing, and the namespaces they need.
   *
   * @param objects by the name of their cluster
   */
  public void addMissing(Map<String, List<FirstObject>> objects) {
    untilDone(() -> tryAdd(objects));
  }

  private boolean tryAdd(Map<String, List<FirstObject>> objects) {
    var changes = new ArrayList<Change>();
    Set<ObjectKey> made = new HashSet<>();
    boolean done = true;
    for (Map.Entry<String, List<FirstObject>> part : objects.entrySet()) {
      String cluster = part.getKey();
      for (FirstObject object : part.getValue()) {
        ObjectKey namespace = Namespaces.key(cluster, object.namespace());
        if (!object.namespace().isEmpty()
            && made.add(namespace)
            && store.cache().get(namespace) == null) {
          changes.addAll(namespaces.newNamespace(cluster, namespace.name(), identity.now()));
        }
        changes.addAll(missing(cluster, List.of(object)));
        if (changes.size() >= BATCH) {
          done &= commit(changes);
        }
      }
    }
    return commit(changes) && done;
  }

  private List<Change> missing(String cluster, List<FirstObject> objects) {
    var changes = new ArrayList<Change>();
    for (FirstObject object : objects) {
      var key =
          new ObjectKey(
              new CollectionKey(cluster, object.resource()), object.namespace(), object.name());
      if (store.cache().get(key) == null) {
        ObjectNode tree = object.object().deepCopy();
        ObjectNode metadata = tree.withObject("/metadata");
        if (!object.namespace().isEmpty()) {
          metadata.put("namespace", object.namespace());
        }
        metadata.put("uid", identity.uid()).put("creationTimestamp", identity.now());
        changes.add(new Change.Put(key, Change.ABSENT, tree));
      }
    }
    return changes;
  }

  /** False when someone else was faster with one of them, and nothing was written. */
  private boolean commit(List<Change> changes) {
    if (changes.isEmpty()) {
      return true;
    }
    Outcome outcome = store.commit(List.copyOf(changes));
    changes.clear();
    return outcome instanceof Outcome.Done;
  }

  private static void untilDone(BooleanSupplier attempt) {
    for (int i = 0; i < MAX_TRIES; i++) {
      if (attempt.getAsBoolean()) {
        return;
      }
    }
    throw Failure.internal("the first objects of a cluster could not be written");
  }
}
