package dev.fleetwright.hub.client;

import dev.fleetwright.api.ObjectJson;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Writes for the hub. Objects are applied under the hub's own name with all that the hub owns in
 * them; status is replaced at the version that was read, so that whoever read an older state is
 * refused.
 */
public final class Writer {

  public static final String FIELD_MANAGER = "fleetwright-hub";

  private static final int NOT_FOUND = 404;
  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  private final KubernetesClient client;
  private final Fence fence;

  /** A writer that is never held back. */
  public Writer(KubernetesClient client) {
    this(client, () -> {});
  }

  public Writer(KubernetesClient client, Fence fence) {
    this.client = client;
    this.fence = fence;
  }

  /** What holds this writer back, for those who write by other means. */
  public Fence fence() {
    return fence;
  }

  /** Creates the object, or changes what the hub owns of it. */
  public <T extends HasMetadata> T apply(T object, Class<T> type) {
    Map<String, Object> plain = Plain.of(object);
    plain.remove("status");
    GenericKubernetesResource applied =
        resource(object, plain).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
    return typed(applied, type);
  }

  /**
   * As {@link #apply(HasMetadata, Class)}, on the version of the object that was read: whoever read
   * an older one, or one that is gone, is refused.
   */
  public <T extends HasMetadata> T apply(T object, Class<T> type, Cache<T> cache) {
    String namespace = object.getMetadata().getNamespace();
    T read = cache.get(namespace == null ? "" : namespace, object.getMetadata().getName());
    if (read != null) {
      object.getMetadata().setUid(read.getMetadata().getUid());
      object.getMetadata().setResourceVersion(read.getMetadata().getResourceVersion());
    }
    return remembered(object, cache, () -> apply(object, type));
  }

  /** As {@link #status(HasMetadata, Class)}, and read back from the cache at once. */
  public <T extends HasMetadata> T status(T object, Class<T> type, Cache<T> cache) {
    try {
      return remembered(object, cache, () -> status(object, type));
    } catch (KubernetesClientException e) {
      if (e.getCode() != NOT_FOUND) {
        throw e;
      }
      return object; // what is gone needs no status
    }
  }

  private static <T extends HasMetadata> T remembered(T object, Cache<T> cache, Supplier<T> write) {
    try {
      T now = write.get();
      cache.wrote(now);
      return now;
    } catch (KubernetesClientException e) {
      cache.forget(object);
      throw e;
    }
  }

  /** Replaces the status of the object at the version that was read. */
  public <T extends HasMetadata> T status(T object, Class<T> type) {
    return typed(resource(object, Plain.of(object)).updateStatus(), type);
  }

  /** Deletes what was read, and not another object that has the name by now. Gone is fine. */
  public void delete(HasMetadata object) {
    try {
      resource(object, Plain.of(object))
          .lockResourceVersion(object.getMetadata().getResourceVersion())
          .delete();
    } catch (KubernetesClientException e) {
      if (e.getCode() != NOT_FOUND) {
        throw e;
      }
    }
  }

  public void addFinalizer(HasMetadata object, String finalizer) {
    List<String> finalizers = new ArrayList<>(object.getMetadata().getFinalizers());
    finalizers.add(finalizer);
    finalizers(object, finalizers);
  }

  public void removeFinalizer(HasMetadata object, String finalizer) {
    List<String> finalizers = new ArrayList<>(object.getMetadata().getFinalizers());
    finalizers.remove(finalizer);
    finalizers(object, finalizers);
  }

  private void finalizers(HasMetadata object, List<String> finalizers) {
    Map<String, Object> patch =
        Map.of(
            "metadata",
            Map.of(
                "finalizers",
                finalizers,
                "resourceVersion",
                object.getMetadata().getResourceVersion()));
    try {
      resource(object, Plain.of(object))
          .patch(PatchContext.of(PatchType.JSON_MERGE), JSON.asJson(patch));
    } catch (KubernetesClientException e) {
      if (e.getCode() != NOT_FOUND) {
        throw e;
      }
    }
  }

  /** A namespace with these labels; nothing is written when there is one. */
  public void ensureNamespace(String name, Map<String, String> labels) {
    Namespace found = client.namespaces().withName(name).get();
    if (found != null
        && Objects.requireNonNullElse(found.getMetadata().getLabels(), Map.of())
            .entrySet()
            .containsAll(labels.entrySet())) {
      return;
    }
    apply(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .withLabels(labels)
            .endMetadata()
            .build(),
        Namespace.class);
  }

  private Resource<GenericKubernetesResource> resource(
      HasMetadata object, Map<String, Object> plain) {
    fence.check();
    Map<String, Object> metadata = Plain.child(plain, "metadata");
    metadata.remove("managedFields");
    GenericKubernetesResource generic = JSON.convertValue(plain, GenericKubernetesResource.class);
    var kind =
        client.genericKubernetesResources(
            ResourceDefinitionContext.fromResourceType(object.getClass()));
    return object instanceof Namespaced
        ? kind.inNamespace(object.getMetadata().getNamespace()).resource(generic)
        : kind.resource(generic);
  }

  private static <T> T typed(GenericKubernetesResource generic, Class<T> type) {
    return JSON.unmarshal(JSON.asJson(generic), type);
  }
}
