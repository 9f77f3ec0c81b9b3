package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The applied objects of a cluster as they are: one watch for each kind in use, of the objects that
 * carry our mark. One that loses its mark is told as deleted, which brings the agent to put it
 * back.
 */
final class KindWatches implements AutoCloseable {

  private record Key(String group, String kind) {}

  private final KubernetesClient cluster;
  private final Consumer<ObjectId> changed;
  private final Map<Key, SharedIndexInformer<GenericKubernetesResource>> watches =
      new ConcurrentHashMap<>();

  /** What was written last, until the watch has it: a watch comes late. */
  private final Map<ObjectId, ObjectNode> written = new ConcurrentHashMap<>();

  KindWatches(KubernetesClient cluster, Consumer<ObjectId> changed) {
    this.cluster = cluster;
    this.changed = changed;
  }

  void watch(ResourceType type) {
    watches.computeIfAbsent(new Key(type.group(), type.kind()), _ -> start(type));
  }

  /** Ends the watches of kinds that nothing is applied of any more. */
  void retain(Set<ObjectId> inUse) {
    watches
        .entrySet()
        .removeIf(watch -> {
          boolean used =
              inUse.stream()
                  .anyMatch(id ->
                      id.group().equals(watch.getKey().group())
                          && id.kind().equals(watch.getKey().kind()));
          if (!used) {
            watch.getValue().stop();
          }
          return !used;
        });
    written.keySet().retainAll(inUse);
  }

  void wrote(ObjectId id, ObjectNode object) {
    written.put(id, object);
  }

  void deleted(ObjectId id) {
    written.remove(id);
  }

  /** Whether the watch of a kind has seen everything there is. */
  boolean knows(ResourceType type) {
    var watch = watches.get(new Key(type.group(), type.kind()));
    return watch != null && watch.hasSynced();
  }

  /** The newest that is known of an object. */
  Optional<ObjectNode> find(ObjectId id) {
    var watch = watches.get(new Key(id.group(), id.kind()));
    String key = id.namespace().isEmpty() ? id.name() : id.namespace() + "/" + id.name();
    GenericKubernetesResource seen = watch == null ? null : watch.getStore().getByKey(key);
    ObjectNode ours = written.get(id);
    if (ours == null) {
      return Optional.ofNullable(seen).map(Wire::tree);
    }
    if (seen != null
        && version(seen.getMetadata().getResourceVersion())
            >= version(ours.path("metadata").path("resourceVersion").asText(""))) {
      written.remove(id, ours);
      return Optional.of(Wire.tree(seen));
    }
    return Optional.of(ours);
  }

  private static long version(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      // Opaque as it may be; then what the watch says is taken.
      return 0;
    }
  }

  private SharedIndexInformer<GenericKubernetesResource> start(ResourceType type) {
    var all = cluster.genericKubernetesResources(Wire.context(type));
    var marked =
        type.namespaced() ? all.inAnyNamespace().withLabel(Marks.WORK) : all.withLabel(Marks.WORK);
    SharedIndexInformer<GenericKubernetesResource> informer =
        marked
            .runnableInformer(0)
            .exceptionHandler(Failures.watchedAgain(type.kind() + " objects"))
            .addEventHandler(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(GenericKubernetesResource object) {
                    changed.accept(idOf(type, object));
                  }

                  @Override
                  public void onUpdate(
                      GenericKubernetesResource before, GenericKubernetesResource after) {
                    if (!before
                        .getMetadata()
                        .getResourceVersion()
                        .equals(after.getMetadata().getResourceVersion())) {
                      changed.accept(idOf(type, after));
                    }
                  }

                  @Override
                  public void onDelete(GenericKubernetesResource object, boolean unknown) {
                    ObjectId id = idOf(type, object);
                    written.remove(id);
                    changed.accept(id);
                  }
                });
    var _ = informer.start();
    return informer;
  }

  private static ObjectId idOf(ResourceType type, GenericKubernetesResource object) {
    String namespace = object.getMetadata().getNamespace();
    return new ObjectId(
        type.group(),
        type.kind(),
        namespace == null ? "" : namespace,
        object.getMetadata().getName());
  }

  @Override
  public void close() {
    watches.values().forEach(SharedIndexInformer::stop);
    watches.clear();
  }
}
