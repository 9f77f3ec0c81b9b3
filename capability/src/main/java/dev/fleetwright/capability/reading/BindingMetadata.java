package dev.fleetwright.capability.reading;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.OwnerReference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a binding in a file. An owner may lack its UID here: a plan that was made from
 * files does not know it, and must be readable again.
 */
@JsonIgnoreProperties({
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "finalizers",
  "managedFields",
  "selfLink"
})
record BindingMetadata(
    String name,
    @Nullable String namespace,
    @Nullable String uid,
    @Nullable Long generation,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<OwnerReference> ownerReferences) {

  Metadata metadata() {
    return new Metadata(
        name,
        namespace == null ? "" : namespace,
        uid,
        generation,
        labels,
        annotations,
        ownerReferences);
  }
}
