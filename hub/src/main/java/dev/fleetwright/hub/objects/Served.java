package dev.fleetwright.hub.objects;

import dev.fleetwright.placement.ResourceType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/**
 * A kind of object that the server lists and watches.
 *
 * @param hasStatus whether the status is a resource of its own
 */
public record Served(ResourceType type, boolean hasStatus) {

  /** What identifies a kind whatever version it is read in. */
  public record Name(String group, String resource) {}

  Name name() {
    return new Name(type.group(), type.resource());
  }

  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(type.group())
        .withVersion(type.version())
        .withKind(type.kind())
        .withPlural(type.resource())
        .withNamespaced(type.namespaced())
        .build();
  }
}
