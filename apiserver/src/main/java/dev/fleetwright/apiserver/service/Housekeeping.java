package dev.fleetwright.apiserver.service;

import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Empties namespaces and definitions that are being deleted, and then lets them go. Works from what
 * is stored, so it goes on after a restart where it was.
 */
public final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
  private static final WriteOptions WRITER = WriteOptions.by("housekeeping");

  private final ObjectStore store;
  private final Clusters clusters;
  private final ObjectService objects;
  private final LinkedBlockingQueue<ObjectKey> queue = new LinkedBlockingQueue<>();
  private final Set<ObjectKey> going = ConcurrentHashMap.newKeySet();
  private final Thread worker;
  private volatile boolean closed;

  public Housekeeping(ObjectStore store, Clusters clusters, ObjectService objects) {
    this.store = store;
    this.clusters = clusters;
    this.objects = objects;
    this.worker = Thread.ofPlatform().name("housekeeping").daemon(true).unstarted(this::run);
  }

  /** Looks at what is stored and starts to follow changes. */
  public void start() {
    store.onCommit(this::follow);
    for (String cluster : clusters.names()) {
      findGoing(cluster);
    }
    findGoing(Clusters.HUB);
    worker.start();
  }

  private void findGoing(String cluster) {
    for (String resource : List.of(Namespaces.RESOURCE, Clusters.DEFINITIONS)) {
      var collection = new CollectionKey(cluster, resource);
      store.cache().snapshot(collection, null, "").entries().forEach(this::consider);
    }
  }

  private void consider(Entry entry) {
    if (entry.isDeleting()) {
      going.add(entry.key());
      queue.add(entry.key());
    }
  }

  private void follow(List<Event> events) {
    for (Event event : events) {
      ObjectKey key = event.object().key();
      String resource = key.collection().resource();
      boolean container =
          resource.equals(Namespaces.RESOURCE) || resource.equals(Clusters.DEFINITIONS);
      if (container && event.type() != Event.Type.DELETED) {
        consider(event.object());
      } else if (event.type() == Event.Type.DELETED) {
        going.remove(key);
        if (!going.isEmpty()) {
          wakeContainers(key);
        }
      }
    }
  }

  /** An object that went may have been the last that a namespace or definition waits for. */
  private void wakeContainers(ObjectKey gone) {
    String cluster = gone.collection().cluster();
    ObjectKey namespace = Namespaces.key(cluster, gone.namespace());
    ObjectKey definition =
        new ObjectKey(
            new CollectionKey(cluster, Clusters.DEFINITIONS), "", gone.collection().resource());
    for (ObjectKey key : List.of(namespace, definition)) {
      if (going.contains(key)) {
        queue.add(key);
      }
    }
  }

  private void run() {
    while (!closed) {
      try {
        ObjectKey key = queue.take();
        if (!closed) {
          clean(key);
        }
      } catch (InterruptedException e) {
        return;
      } catch (Failure e) {
        LOG.log(Level.DEBUG, "housekeeping will try again: " + e.text());
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "housekeeping failed and goes on", e);
      }
    }
  }

  private void clean(ObjectKey key) {
    Entry entry = store.cache().get(key);
    if (entry == null || !entry.isDeleting()) {
      going.remove(key);
      return;
    }
    String cluster = key.collection().cluster();
    boolean isNamespace = key.collection().resource().equals(Namespaces.RESOURCE);
    boolean empty =
        isNamespace
            ? emptyNamespace(cluster, key.name())
            : emptyCollection(new CollectionKey(cluster, key.name()), null);
    if (empty) {
      release(cluster, key, isNamespace);
    }
  }

  private boolean emptyNamespace(String cluster, String namespace) {
    boolean empty = true;
    for (CollectionKey collection : store.cache().collections(cluster)) {
      empty &= emptyCollection(collection, namespace);
    }
    return empty;
  }

  /** Deletes the objects; true when none is left. */
  private boolean emptyCollection(CollectionKey collection, @Nullable String namespace) {
    ResourceType type = clusters.of(collection.cluster()).stored(collection.resource());
    if (type == null || (namespace != null && !type.namespaced())) {
      return true;
    }
    for (Entry entry : store.cache().snapshot(collection, namespace, "").entries()) {
      ObjectKey key = entry.key();
      try {
        objects.delete(
            Address.of(collection.cluster(), type, key.namespace(), key.name()),
            DeleteOptions.PLAIN);
      } catch (Failure e) {
        if (e.code() != 404) {
          throw e;
        }
      }
    }
    return store.cache().snapshot(collection, namespace, "").entries().isEmpty();
  }

  private void release(String cluster, ObjectKey key, boolean isNamespace) {
    ResourceType type = clusters.of(cluster).stored(key.collection().resource());
    if (type == null) {
      return;
    }
    objects.modify(
        Address.of(cluster, type, "", key.name()),
        WRITER,
        live -> {
          if (isNamespace) {
            live.withObject("/spec").remove("finalizers");
            live.withObject("/spec").putArray("finalizers");
          } else {
            Owners.removeFinalizer(live, Definitions.CLEANUP);
          }
          return live;
        });
  }

  @Override
  public void close() {
    closed = true;
    worker.interrupt();
  }
}
