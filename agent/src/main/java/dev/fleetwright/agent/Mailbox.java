package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Marks;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Optional;

/** The mailbox of a cluster: a namespace of the hub, and all that the agent may touch there. */
final class Mailbox {

  private final KubernetesClient hub;
  private final String namespace;
  private final SharedIndexInformer<GenericKubernetesResource> works;

  /**
   * @param works watches this mailbox, or all of them
   */
  Mailbox(
      KubernetesClient hub,
      String namespace,
      SharedIndexInformer<GenericKubernetesResource> works) {
    this.hub = hub;
    this.namespace = namespace;
    this.works = works;
  }

  String namespace() {
    return namespace;
  }

  /** Whether all works were seen at least once; before that, a work that is not there may be. */
  boolean isRead() {
    return works.hasSynced();
  }

  Optional<ObjectNode> work(String name) {
    return Optional.ofNullable(works.getStore().getByKey(namespace + "/" + name)).map(Wire::tree);
  }

  List<String> workNames() {
    return works.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace).stream()
        .map(work -> work.getMetadata().getName())
        .toList();
  }

  /** Without waiting for the watch, for what must not be decided on an old picture. */
  Optional<ObjectNode> readWork(String name) {
    return Optional.ofNullable(Wire.resource(hub, Kinds.MANIFEST_WORK, namespace, name).get())
        .map(Wire::tree);
  }

  /** The work with the finalizer on it. */
  ObjectNode addFinalizer(ObjectNode work) {
    ArrayNode finalizers = finalizers(work);
    finalizers.add(Marks.FINALIZER);
    return writeFinalizers(work, finalizers);
  }

  void removeFinalizer(ObjectNode work) {
    ArrayNode rest = JsonNodeFactory.instance.arrayNode();
    finalizers(work)
        .forEach(finalizer -> {
          if (!finalizer.asText().equals(Marks.FINALIZER)) {
            rest.add(finalizer);
          }
        });
    try {
      writeFinalizers(work, rest);
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404) {
        throw e;
      }
    }
  }

  private static ArrayNode finalizers(ObjectNode work) {
    return work.path("metadata").path("finalizers") instanceof ArrayNode there
        ? there.deepCopy()
        : JsonNodeFactory.instance.arrayNode();
  }

  /** With the version that was read, so that nobody else's finalizer is lost. */
  private ObjectNode writeFinalizers(ObjectNode work, ArrayNode finalizers) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.putObject("metadata");
    metadata.set("resourceVersion", work.path("metadata").path("resourceVersion"));
    metadata.set("finalizers", finalizers);
    return Wire.tree(
        Wire.resource(hub, Kinds.MANIFEST_WORK, namespace, nameOf(work))
            .patch(Wire.merging(Marks.FIELD_MANAGER), Wire.text(patch)));
  }

  void writeStatus(String work, ObjectNode status) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.set("status", status);
    Wire.resource(hub, Kinds.MANIFEST_WORK, namespace, work)
        .subresource("status")
        .patch(Wire.merging(Marks.FIELD_MANAGER), Wire.text(patch));
  }

  /** Every WorkStatus that is there. */
  List<ObjectNode> workStatuses() {
    return hub
        .genericKubernetesResources(Wire.context(Kinds.WORK_STATUS))
        .inNamespace(namespace)
        .list()
        .getItems()
        .stream()
        .map(Wire::tree)
        .toList();
  }

  void writeWorkStatus(ObjectNode workStatus) {
    var resource = Wire.resource(hub, Kinds.WORK_STATUS, namespace, nameOf(workStatus));
    String text = Wire.text(workStatus);
    ObjectNode saved = Wire.tree(resource.patch(Wire.applying(Marks.FIELD_MANAGER), text));
    // Where the status is a resource of its own, the first write has left it out.
    boolean nothing = saved.path("status").isMissingNode() && workStatus.path("status").isEmpty();
    if (!nothing && !Wire.isSame(saved.path("status"), workStatus.path("status"))) {
      resource.subresource("status").patch(Wire.applying(Marks.FIELD_MANAGER), text);
    }
  }

  void deleteWorkStatus(String name) {
    Wire.resource(hub, Kinds.WORK_STATUS, namespace, name).delete();
  }

  private static String nameOf(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }
}
