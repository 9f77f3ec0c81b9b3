package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.DesiredBinding.Action;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec.Requirement;
import dev.fleetwright.capability.kinds.GamePlatform;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.OwnerReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bindings as objects to apply. Those that must not be written, since the name is taken, are not
 * among them.
 */
final class BindingObjects {

  private BindingObjects() {}

  static List<Map<String, Object>> of(List<BindingPlan> plans) {
    return plans.stream()
        .flatMap(plan -> plan.desired().stream())
        .filter(binding -> binding.action() != Action.REFUSE)
        .map(DesiredBinding::object)
        .map(BindingObjects::object)
        .toList();
  }

  /** One object that holds them all, as kubectl has it. */
  static Map<String, Object> asList(List<BindingPlan> plans) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("apiVersion", "v1");
    list.put("kind", "List");
    list.put("items", of(plans));
    return list;
  }

  private static Map<String, Object> object(CapabilityBinding binding) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", GamePlatform.API_VERSION);
    object.put("kind", CapabilityBinding.KIND);
    object.put("metadata", metadata(binding.metadata()));
    object.put("spec", spec(binding.spec()));
    return object;
  }

  private static Map<String, Object> metadata(Metadata metadata) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", metadata.name());
    out.put("namespace", metadata.namespace());
    out.put("labels", metadata.labels());
    if (!metadata.annotations().isEmpty()) {
      out.put("annotations", metadata.annotations());
    }
    out.put(
        "ownerReferences", metadata.ownerReferences().stream().map(BindingObjects::owner).toList());
    return out;
  }

  private static Map<String, Object> owner(OwnerReference owner) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("apiVersion", owner.apiVersion());
    out.put("kind", owner.kind());
    out.put("name", owner.name());
    if (owner.uid() != null) {
      out.put("uid", owner.uid());
    }
    out.put("controller", Boolean.TRUE.equals(owner.controller()));
    out.put("blockOwnerDeletion", Boolean.TRUE.equals(owner.blockOwnerDeletion()));
    return out;
  }

  private static Map<String, Object> spec(CapabilityBindingSpec spec) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("capabilityId", spec.capabilityId());
    out.put("scope", spec.scope().toString());
    out.put("multiplicity", spec.multiplicity().toString());
    if (spec.worldRef() != null) {
      out.put("worldRef", Map.of("name", spec.worldRef().name()));
    }
    Map<String, Object> consumer = new LinkedHashMap<>();
    consumer.put("moduleManifestName", spec.consumer().moduleManifestName());
    Requirement requirement = spec.consumer().requirement();
    if (requirement != null) {
      consumer.put("requirement", requirement(requirement));
    }
    out.put("consumer", consumer);
    Map<String, Object> provider = new LinkedHashMap<>();
    provider.put("moduleManifestName", spec.provider().moduleManifestName());
    if (spec.provider().capabilityVersion() != null) {
      provider.put("capabilityVersion", spec.provider().capabilityVersion());
    }
    out.put("provider", provider);
    return out;
  }

  private static Map<String, Object> requirement(Requirement requirement) {
    Map<String, Object> out = new LinkedHashMap<>();
    if (requirement.versionConstraint() != null) {
      out.put("versionConstraint", requirement.versionConstraint());
    }
    if (requirement.dependencyMode() != null) {
      out.put("dependencyMode", requirement.dependencyMode().toString());
    }
    if (!requirement.requiredFeatures().isEmpty()) {
      out.put("requiredFeatures", requirement.requiredFeatures());
    }
    if (!requirement.preferredFeatures().isEmpty()) {
      out.put("preferredFeatures", requirement.preferredFeatures());
    }
    return out;
  }
}
