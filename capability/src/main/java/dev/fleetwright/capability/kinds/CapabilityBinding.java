package dev.fleetwright.capability.kinds;

import org.jspecify.annotations.Nullable;

/** A binding as an object. */
public record CapabilityBinding(
    Metadata metadata, CapabilityBindingSpec spec, @Nullable CapabilityBindingStatus status) {

  public static final String KIND = "CapabilityBinding";

  public CapabilityBinding(Metadata metadata, CapabilityBindingSpec spec) {
    this(metadata, spec, null);
  }

  public ObjectKey key() {
    return new ObjectKey(metadata.namespace(), metadata.name());
  }
}
