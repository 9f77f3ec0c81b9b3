package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The same verbs as over HTTP for parts of this program, which then follow the same rules as every
 * other client.
 */
public final class LocalApi {
  private final ObjectStore store;
  private final Clusters clusters;
  private final ObjectService objects;

  public LocalApi(ObjectStore store, Clusters clusters, ObjectService objects) {
    this.store = store;
    this.clusters = clusters;
    this.objects = objects;
  }

  /** The logical clusters without the hub. */
  public Set<String> clusters() {
    return clusters.names();
  }

  /** Where an object is. */
  public static ObjectKey key(String cluster, String resource, String namespace, String name) {
    return new ObjectKey(new CollectionKey(cluster, resource), namespace, name);
  }

  public @Nullable ObjectNode find(ObjectKey key) {
    Entry entry = store.cache().get(key);
    return entry == null ? null : entry.tree();
  }

  /** All objects of a resource such as {@code deployments.apps} in a cluster. */
  public List<Entry> list(String cluster, String resource) {
    return store.cache().snapshot(new CollectionKey(cluster, resource), null, "").entries();
  }

  /** The objects of a namespace, or all of them where none is given. */
  public List<Entry> list(String cluster, String resource, @Nullable String namespace) {
    return store.cache().snapshot(new CollectionKey(cluster, resource), namespace, "").entries();
  }

  /** Creates an object; a failure when it is there already. */
  public Written create(String cluster, String resource, ObjectNode object, String manager) {
    String namespace = object.path("metadata").path("namespace").asText("");
    String name = object.path("metadata").path("name").asText("");
    Address at = Address.of(cluster, type(cluster, resource), namespace, name);
    return objects.create(at, object.deepCopy(), WriteOptions.by(manager));
  }

  /** Changes an object. */
  public Written modify(ObjectKey key, String manager, UnaryOperator<ObjectNode> change) {
    return objects.modify(address(key), WriteOptions.by(manager), change);
  }

  /** Deletes this very object, with what it owns after it. */
  public Written delete(ObjectKey key, String uid) {
    return objects.delete(
        address(key), DeleteOptions.ofUid(uid, DeleteOptions.Propagation.BACKGROUND));
  }

  private Address address(ObjectKey key) {
    CollectionKey collection = key.collection();
    ResourceType type = type(collection.cluster(), collection.resource());
    return Address.of(collection.cluster(), type, key.namespace(), key.name());
  }

  /** Creates an object or replaces the one that is there. */
  public Written put(String cluster, String resource, ObjectNode object, String manager) {
    ResourceType type = type(cluster, resource);
    String namespace = object.path("metadata").path("namespace").asText("");
    String name = object.path("metadata").path("name").asText("");
    Address at = Address.of(cluster, type, namespace, name);
    WriteOptions options = WriteOptions.by(manager);
    if (objects.find(at) == null) {
      try {
        return objects.create(at, object.deepCopy(), options);
      } catch (Failure e) {
        if (e.code() != 409) {
          throw e;
        }
      }
    }
    return objects.modify(at, options, live -> object.deepCopy());
  }

  /** Creates or replaces a definition that comes with this program. */
  public void putDefinition(String cluster, ObjectNode definition, String manager) {
    ScopedValue.where(Definitions.TRUSTED, true)
        .run(() -> put(cluster, Clusters.DEFINITIONS, definition, manager));
  }

  /** Changes an object's status. */
  public Written updateStatus(ObjectKey key, String manager, UnaryOperator<ObjectNode> change) {
    CollectionKey collection = key.collection();
    ResourceType type = type(collection.cluster(), collection.resource());
    Address at =
        new Address(collection.cluster(), type, key.namespace(), key.name(), Subresource.STATUS);
    return objects.modify(at, WriteOptions.by(manager), change);
  }

  private ResourceType type(String cluster, String resource) {
    ResourceType type = clusters.of(cluster).stored(resource);
    if (type == null) {
      throw Failure.noSuchPath();
    }
    return type;
  }

  /** Calls for every commit once it is visible, on the writing thread: be quick, do not write. */
  public void onCommit(Consumer<List<Event>> listener) {
    store.onCommit(listener);
  }
}
