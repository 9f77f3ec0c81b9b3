package dev.fleetwright.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.UncheckedIOException;

/** Objects of any kind between trees and a client; what is sent is exactly the tree. */
final class Wire {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Wire() {}

  static ObjectNode tree(GenericKubernetesResource object) {
    return MAPPER.valueToTree(object);
  }

  static String text(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static JsonNode parse(String text) throws JsonProcessingException {
    return MAPPER.readTree(text);
  }

  /** Whether two trees are the same JSON; a number is the same whatever Java type holds it. */
  static boolean isSame(JsonNode one, JsonNode other) {
    try {
      return parse(text(one)).equals(parse(text(other)));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  static GenericKubernetesResource object(JsonNode tree) {
    try {
      return MAPPER.treeToValue(tree, GenericKubernetesResource.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "not an object of a cluster: " + e.getOriginalMessage(), e);
    }
  }

  static ResourceDefinitionContext context(ResourceType type) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(type.group())
        .withVersion(type.version())
        .withKind(type.kind())
        .withPlural(type.plural())
        .withNamespaced(type.namespaced())
        .build();
  }

  static Resource<GenericKubernetesResource> resource(
      KubernetesClient client, ResourceType type, String namespace, String name) {
    // By name alone, the client would read the object before each patch.
    GenericKubernetesResource reference = new GenericKubernetesResource();
    reference.setApiVersion(
        type.group().isEmpty() ? type.version() : type.group() + "/" + type.version());
    reference.setKind(type.kind());
    ObjectMeta metadata = new ObjectMeta();
    metadata.setName(name);
    if (type.namespaced()) {
      metadata.setNamespace(namespace);
    }
    reference.setMetadata(metadata);
    var all = client.genericKubernetesResources(context(type));
    return type.namespaced()
        ? all.inNamespace(namespace).resource(reference)
        : all.resource(reference);
  }

  static Resource<GenericKubernetesResource> resource(
      KubernetesClient client, ResourceType type, ObjectId id) {
    return resource(client, type, id.namespace(), id.name());
  }

  static PatchContext applying(String manager) {
    PatchContext context = PatchContext.of(PatchType.SERVER_SIDE_APPLY);
    context.setFieldManager(manager);
    context.setForce(true);
    return context;
  }

  static PatchContext merging(String manager) {
    PatchContext context = PatchContext.of(PatchType.JSON_MERGE);
    context.setFieldManager(manager);
    return context;
  }
}
