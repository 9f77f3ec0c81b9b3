package dev.fleetwright.hub.objects;

import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.hub.client.Fence;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.StatusReturn.Write;
import dev.fleetwright.placement.WorkloadObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes into objects of people, always at the version that was read. Labels and annotations are
 * merged and not applied: one that somebody else wrote must go as well, and an object that is gone
 * must not come back.
 */
public final class ObjectWriter {

  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  private final KubernetesClient client;
  private final Fence fence;
  private final ObjectWatches watches;

  public ObjectWriter(KubernetesClient client, Fence fence, ObjectWatches watches) {
    this.client = client;
    this.fence = fence;
    this.watches = watches;
  }

  /** Carries out the writes in their order. */
  public void write(WorkloadObject object, List<Write> writes) {
    Served served = watches.served(object.key()).orElse(null);
    if (writes.isEmpty() || served == null) {
      return;
    }
    GenericKubernetesResource current =
        JSON.convertValue(object.content(), GenericKubernetesResource.class);
    Map<String, Map<String, @Nullable String>> metadata = new HashMap<>();
    for (Write write : writes) {
      switch (write) {
        case Write.Label(String key, String value) -> put(metadata, "labels", key, value);
        case Write.Annotation(String key, String value) -> put(metadata, "annotations", key, value);
        case Write.Status(Object status) -> {
          current = patched(served, object.key(), current, metadata);
          current = withStatus(served, object.key(), current, status);
        }
      }
    }
    patched(served, object.key(), current, metadata);
  }

  private static void put(
      Map<String, Map<String, @Nullable String>> metadata,
      String field,
      String key,
      @Nullable String value) {
    metadata.computeIfAbsent(field, _ -> new HashMap<>()).put(key, value);
  }

  private GenericKubernetesResource patched(
      Served served,
      ObjectKey key,
      GenericKubernetesResource current,
      Map<String, Map<String, @Nullable String>> metadata) {
    if (metadata.isEmpty()) {
      return current;
    }
    Map<String, Object> changes = new LinkedHashMap<>(metadata);
    changes.put("uid", current.getMetadata().getUid());
    changes.put("resourceVersion", current.getMetadata().getResourceVersion());
    metadata.clear();
    PatchContext context = PatchContext.of(PatchType.JSON_MERGE);
    context.setFieldManager(Writer.FIELD_MANAGER);
    return resource(served, key, current).patch(context, JSON.asJson(Map.of("metadata", changes)));
  }

  private GenericKubernetesResource withStatus(
      Served served, ObjectKey key, GenericKubernetesResource current, @Nullable Object status) {
    if (status == null) {
      current.getAdditionalProperties().remove("status");
    } else {
      current.setAdditionalProperty("status", status);
    }
    current.getMetadata().setManagedFields(null);
    Resource<GenericKubernetesResource> resource = resource(served, key, current);
    return served.hasStatus() ? resource.updateStatus() : resource.update();
  }

  private Resource<GenericKubernetesResource> resource(
      Served served, ObjectKey key, GenericKubernetesResource object) {
    fence.check();
    var all = client.genericKubernetesResources(served.context());
    return key.isNamespaced()
        ? all.inNamespace(key.namespace()).resource(object)
        : all.resource(object);
  }
}
