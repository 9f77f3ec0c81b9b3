package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.resource.BuiltInTypes;
import dev.fleetwright.apiserver.resource.Catalog;
import dev.fleetwright.apiserver.resource.CustomDefinition;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The logical clusters and what each serves. The list of clusters is itself a collection of the
 * store, so that a cluster and its first objects come into being in one step.
 */
public final class Clusters {
  /** The name of the cluster at the root path. */
  public static final String HUB = "";

  /** Where the clusters themselves are recorded; no path leads to it. */
  static final CollectionKey RECORDS = new CollectionKey("", "#clusters");

  static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";

  private static final Catalog BUILT_IN = new Catalog(BuiltInTypes.all(), List.of());

  private final ObjectStore store;
  private final Map<String, Catalog> catalogs = new ConcurrentHashMap<>();

  /** The clusters that the store knows; kept up to date from then on. */
  public Clusters(ObjectStore store) {
    this.store = store;
    for (Entry record : store.cache().snapshot(RECORDS, null, "").entries()) {
      String name = clusterOf(record);
      catalogs.put(name, catalog(name));
    }
    store.onCommit(this::follow);
  }

  private static String clusterOf(Entry record) {
    String name = record.key().name();
    return name.equals("#hub") ? HUB : name;
  }

  static String recordName(String cluster) {
    return cluster.equals(HUB) ? "#hub" : cluster;
  }

  private void follow(List<Event> events) {
    Set<String> changed = new HashSet<>();
    for (Event event : events) {
      CollectionKey collection = event.object().key().collection();
      if (collection.equals(RECORDS)) {
        if (event.type() == Event.Type.DELETED) {
          catalogs.remove(clusterOf(event.object()));
        } else {
          changed.add(clusterOf(event.object()));
        }
      } else if (collection.resource().equals(DEFINITIONS)) {
        changed.add(collection.cluster());
      }
    }
    changed.forEach(name -> catalogs.put(name, catalog(name)));
  }

  private Catalog catalog(String cluster) {
    List<Entry> definitions =
        store.cache().snapshot(new CollectionKey(cluster, DEFINITIONS), null, "").entries();
    if (definitions.isEmpty()) {
      return BUILT_IN;
    }
    var custom = new ArrayList<ResourceType>();
    for (Entry entry : definitions) {
      ObjectNode tree = entry.tree();
      custom.addAll(CustomDefinition.of(tree.get("spec")).types());
    }
    return new Catalog(BuiltInTypes.all(), custom);
  }

  /** Whether there is such a cluster. */
  public boolean exists(String cluster) {
    return catalogs.containsKey(cluster);
  }

  /** The kinds of a cluster. */
  public Catalog of(String cluster) {
    Catalog catalog = catalogs.get(cluster);
    if (catalog == null) {
      throw Failure.noSuchCluster(cluster);
    }
    return catalog;
  }

  /** The names of all clusters but the hub. */
  public Set<String> names() {
    var names = new TreeSet<>(catalogs.keySet());
    names.remove(HUB);
    return names;
  }
}
