package dev.fleetwright.hub.world;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.OwnerReference;
import dev.fleetwright.capability.kinds.WorldInstance;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between the objects of the client and the records of the cores. */
public final class Domain {

  private Domain() {}

  public static WorldInstance world(dev.fleetwright.api.WorldInstance object) {
    return new WorldInstance(metadata(object.getMetadata()), object.getSpec(), object.getStatus());
  }

  public static GameDefinition game(dev.fleetwright.api.GameDefinition object) {
    return new GameDefinition(metadata(object.getMetadata()), object.getSpec(), object.getStatus());
  }

  public static ModuleManifest manifest(dev.fleetwright.api.ModuleManifest object) {
    return new ModuleManifest(metadata(object.getMetadata()), object.getSpec(), object.getStatus());
  }

  public static CapabilityBinding binding(dev.fleetwright.api.CapabilityBinding object) {
    return new CapabilityBinding(
        metadata(object.getMetadata()), object.getSpec(), object.getStatus());
  }

  public static dev.fleetwright.api.CapabilityBinding object(CapabilityBinding binding) {
    dev.fleetwright.api.CapabilityBinding object = new dev.fleetwright.api.CapabilityBinding();
    Metadata metadata = binding.metadata();
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(metadata.name())
            .withNamespace(metadata.namespace())
            .withLabels(metadata.labels())
            .withAnnotations(metadata.annotations())
            .withOwnerReferences(metadata.ownerReferences().stream().map(Domain::owner).toList())
            .build());
    object.setSpec(binding.spec());
    return object;
  }

  private static io.fabric8.kubernetes.api.model.OwnerReference owner(OwnerReference owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.apiVersion())
        .withKind(owner.kind())
        .withName(owner.name())
        .withUid(owner.uid())
        .withController(owner.controller())
        .withBlockOwnerDeletion(owner.blockOwnerDeletion())
        .build();
  }

  private static Metadata metadata(ObjectMeta meta) {
    return new Metadata(
        meta.getName(),
        meta.getNamespace() == null ? "" : meta.getNamespace(),
        meta.getUid(),
        meta.getGeneration(),
        orEmpty(meta.getLabels()),
        orEmpty(meta.getAnnotations()),
        meta.getOwnerReferences() == null
            ? List.of()
            : meta.getOwnerReferences().stream()
                .map(owner ->
                    new OwnerReference(
                        owner.getApiVersion(),
                        owner.getKind(),
                        owner.getName(),
                        owner.getUid(),
                        owner.getController(),
                        owner.getBlockOwnerDeletion()))
                .toList());
  }

  public static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
