package dev.fleetwright.documents;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metadata of a Kubernetes object, as people write it and as servers send it. */
public record ObjectMeta(
    @Nullable String name,
    @Nullable String generateName,
    @Nullable String namespace,
    Map<String, String> labels,
    Map<String, String> annotations,
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable Long generation,
    @Nullable Instant creationTimestamp,
    @Nullable Instant deletionTimestamp,
    @Nullable Long deletionGracePeriodSeconds,
    List<String> finalizers,
    List<OwnerReference> ownerReferences,
    List<Object> managedFields,
    @Nullable String selfLink) {

  /** An object's owner. */
  public record OwnerReference(
      String apiVersion,
      String kind,
      String name,
      String uid,
      @Nullable Boolean controller,
      @Nullable Boolean blockOwnerDeletion) {}

  public static ObjectMeta named(@Nullable String name, @Nullable String namespace) {
    return new ObjectMeta(
        name, null, namespace, Map.of(), Map.of(), null, null, null, null, null, null, List.of(),
        List.of(), List.of(), null);
  }
}
