package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.service.DeleteOptions.Propagation;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what nobody owns any more, and lets objects go whose deletion waits for what they own.
 * What is to be done stands in the objects themselves, so it goes on after a restart. One thread;
 * it follows the commits and never holds up a writer.
 */
public final class GarbageCollector implements AutoCloseable {
  private static final Logger LOG = System.getLogger(GarbageCollector.class.getName());
  private static final WriteOptions WRITER = WriteOptions.by("garbage-collector");
  private static final long TRY_AGAIN_MILLIS = 1_000;

  private final ObjectStore store;
  private final Clusters clusters;
  private final ObjectService objects;
  private final LinkedBlockingQueue<List<Event>> commits = new LinkedBlockingQueue<>();
  private final OwnerIndex index = new OwnerIndex();
  private final LinkedHashSet<ObjectKey> toDo = new LinkedHashSet<>();
  private final Set<ObjectKey> failed = new HashSet<>();
  private final Thread worker;
  private volatile boolean closed;

  public GarbageCollector(ObjectStore store, Clusters clusters, ObjectService objects) {
    this.store = store;
    this.clusters = clusters;
    this.objects = objects;
    this.worker = Thread.ofPlatform().name("garbage-collector").daemon(true).unstarted(this::run);
  }

  /** Starts to follow changes and looks at what is stored. */
  public void start() {
    store.onCommit(commits::add);
    worker.start();
  }

  private void run() {
    findStored();
    while (!closed) {
      try {
        while (!toDo.isEmpty() && !closed) {
          ObjectKey key = toDo.removeFirst();
          attempt(key);
          followWhatIsThere();
        }
        List<Event> events =
            failed.isEmpty()
                ? commits.take()
                : commits.poll(TRY_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        if (events == null) {
          toDo.addAll(failed);
          failed.clear();
        } else {
          events.forEach(this::follow);
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void followWhatIsThere() {
    for (List<Event> events = commits.poll(); events != null; events = commits.poll()) {
      events.forEach(this::follow);
    }
  }

  private void findStored() {
    var names = new ArrayList<>(clusters.names());
    names.add(Clusters.HUB);
    for (String cluster : names) {
      for (CollectionKey collection : store.cache().collections(cluster)) {
        if (!collection.equals(Clusters.RECORDS)) {
          store.cache().snapshot(collection, null, "").entries().forEach(this::note);
        }
      }
    }
  }

  private void follow(Event event) {
    Entry entry = event.object();
    if (entry.key().collection().equals(Clusters.RECORDS)) {
      return;
    }
    if (event.type() != Event.Type.DELETED) {
      note(entry);
      return;
    }
    boolean owned = Owners.mayBeOwned(entry.body());
    if (!owned && index.isEmpty()) {
      return;
    }
    ObjectNode gone = entry.tree();
    String cluster = entry.key().collection().cluster();
    if (owned) {
      index.put(entry.key(), List.of());
      for (Owners.Reference owner : Owners.of(gone)) {
        ObjectKey key = keyOf(entry.key(), owner);
        if (key != null) {
          toDo.add(key); // it may have waited for this one
        }
      }
    }
    toDo.addAll(index.dependents(cluster, Json.textOrEmpty(gone, "metadata", "uid")));
  }

  private void note(Entry entry) {
    if (store.cache().get(entry.key()) == null) {
      return; // gone in between; its deletion is still to be followed
    }
    boolean owned = Owners.mayBeOwned(entry.body());
    if (owned) {
      index.put(entry.key(), Owners.of(entry.tree()));
      toDo.add(entry.key());
    } else {
      index.put(entry.key(), List.of());
      if (Owners.mayBeGoing(entry.body())) {
        toDo.add(entry.key());
      }
    }
  }

  private void attempt(ObjectKey key) {
    try {
      look(key);
    } catch (Failure e) {
      if (e.code() != 404 && !closed) {
        LOG.log(Level.DEBUG, "the garbage collector will try " + key + " again: " + e.text());
        failed.add(key);
      }
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.log(Level.WARNING, "the garbage collector failed on " + key + " and goes on", e);
      }
    }
  }

  private void look(ObjectKey key) {
    Entry entry = store.cache().get(key);
    if (entry == null) {
      return;
    }
    ObjectNode object = entry.tree();
    if (MetadataRules.isDeleting(object)) {
      goOn(key, object);
    } else {
      collect(key, object);
    }
  }

  /** Goes on with a deletion that is about more than the object itself. */
  private void goOn(ObjectKey key, ObjectNode object) {
    List<String> finalizers = MetadataRules.finalizers(object);
    String uid = Json.textOrEmpty(object, "metadata", "uid");
    List<ObjectKey> dependents = index.dependents(key.collection().cluster(), uid);
    if (finalizers.contains(Owners.ORPHAN)) {
      for (ObjectKey dependent : dependents) {
        ignoringAbsence(() -> change(dependent, live -> Owners.forget(live, List.of(uid))));
      }
      change(key, live -> Owners.removeFinalizer(live, Owners.ORPHAN));
    } else if (finalizers.contains(Owners.FOREGROUND)) {
      boolean blocked = false;
      for (ObjectKey dependent : dependents) {
        Entry entry = store.cache().get(dependent);
        if (entry != null) {
          ObjectNode tree = entry.tree();
          blocked |= Owners.of(tree).stream().anyMatch(o -> o.uid().equals(uid) && o.blocking());
          if (!MetadataRules.isDeleting(tree)) {
            toDo.add(dependent);
          }
        }
      }
      if (!blocked) {
        change(key, live -> Owners.removeFinalizer(live, Owners.FOREGROUND));
      }
    }
  }

  /** Deletes an object all of whose owners are gone or wait for it to go. */
  private void collect(ObjectKey key, ObjectNode object) {
    List<Owners.Reference> owners = Owners.of(object);
    if (owners.isEmpty()) {
      return;
    }
    var unfounded = new ArrayList<String>();
    boolean waitedFor = false;
    boolean kept = false;
    for (Owners.Reference owner : owners) {
      switch (stateOf(key, owner)) {
        case THERE -> kept = true;
        case GONE -> unfounded.add(owner.uid());
        case WAITING -> {
          waitedFor = true;
          unfounded.add(owner.uid());
        }
      }
    }
    if (kept) {
      if (!unfounded.isEmpty()) {
        change(key, live -> Owners.forget(live, unfounded));
      }
      return;
    }
    String uid = Json.textOrEmpty(object, "metadata", "uid");
    boolean ownsSome = !index.dependents(key.collection().cluster(), uid).isEmpty();
    Propagation how = waitedFor && ownsSome ? Propagation.FOREGROUND : null;
    objects.delete(address(key), DeleteOptions.ofUid(uid, how));
  }

  private enum OwnerState {
    THERE,
    GONE,
    WAITING
  }

  private OwnerState stateOf(ObjectKey dependent, Owners.Reference owner) {
    ObjectKey key = keyOf(dependent, owner);
    if (key == null) {
      return OwnerState.THERE; // a kind that is not served: nothing is known, so nothing is deleted
    }
    Entry entry = store.cache().get(key);
    if (entry == null) {
      return OwnerState.GONE;
    }
    ObjectNode object = entry.tree();
    if (!owner.uid().equals(Json.textOrEmpty(object, "metadata", "uid"))) {
      return OwnerState.GONE;
    }
    return MetadataRules.isDeleting(object)
            && MetadataRules.finalizers(object).contains(Owners.FOREGROUND)
        ? OwnerState.WAITING
        : OwnerState.THERE;
  }

  /** Where an owner must be; null when its kind is not served or cannot own the object. */
  private @Nullable ObjectKey keyOf(ObjectKey dependent, Owners.Reference owner) {
    String cluster = dependent.collection().cluster();
    for (ResourceType type : clusters.of(cluster).types()) {
      if (type.kind().equals(owner.kind()) && type.apiVersion().equals(owner.apiVersion())) {
        if (type.namespaced() && dependent.namespace().isEmpty()) {
          return null;
        }
        return new ObjectKey(
            new CollectionKey(cluster, type.resource()),
            type.namespaced() ? dependent.namespace() : "",
            owner.name());
      }
    }
    return null;
  }

  private void change(ObjectKey key, java.util.function.Consumer<ObjectNode> change) {
    objects.modify(
        address(key),
        WRITER,
        live -> {
          change.accept(live);
          return live;
        });
  }

  private static void ignoringAbsence(Runnable action) {
    try {
      action.run();
    } catch (Failure e) {
      if (e.code() != 404) {
        throw e;
      }
    }
  }

  private Address address(ObjectKey key) {
    CollectionKey collection = key.collection();
    ResourceType type = clusters.of(collection.cluster()).stored(collection.resource());
    if (type == null) {
      throw Failure.noSuchPath();
    }
    return Address.of(collection.cluster(), type, key.namespace(), key.name());
  }

  @Override
  public void close() {
    closed = true;
    worker.interrupt();
  }
}
