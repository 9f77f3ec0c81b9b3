package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.ResourceType;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** The objects of a workload cluster. */
final class TargetCluster {

  private final KubernetesClient client;

  TargetCluster(KubernetesClient client) {
    this.client = client;
  }

  Optional<ObjectNode> read(ResourceType type, ObjectId id) {
    return Optional.ofNullable(Wire.resource(client, type, id).get()).map(Wire::tree);
  }

  ObjectNode apply(ResourceType type, ObjectId id, ObjectNode content, String manager) {
    return Wire.tree(
        Wire.resource(client, type, id).patch(Wire.applying(manager), Wire.text(content)));
  }

  /** Makes the object when it is not there; gives what is there then. */
  ObjectNode create(ResourceType type, ObjectId id, ObjectNode content) {
    GenericKubernetesResource object = Wire.object(content);
    var all = client.genericKubernetesResources(Wire.context(type));
    try {
      var created =
          type.namespaced()
              ? all.inNamespace(id.namespace()).resource(object).create()
              : all.resource(object).create();
      return Wire.tree(created);
    } catch (KubernetesClientException e) {
      if (e.getCode() == 409) {
        return read(type, id).orElseThrow(() -> e);
      }
      throw e;
    }
  }

  /**
   * Deletes an object of a work together with what it owns.
   *
   * @return whether it is gone, or is none of ours
   */
  boolean delete(ResourceType type, ObjectId id) {
    Optional<ObjectNode> live = read(type, id);
    if (live.isEmpty() || !Marks.isOurs(live.get())) {
      return true;
    }
    if (!live.get().path("metadata").hasNonNull("deletionTimestamp")) {
      Wire.resource(client, type, id)
          .withPropagationPolicy(DeletionPropagation.FOREGROUND)
          .delete();
    }
    return read(type, id).isEmpty();
  }
}
