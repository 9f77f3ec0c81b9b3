package dev.fleetwright.capability.kinds;

import org.jspecify.annotations.Nullable;

/** A world as an object. */
public record WorldInstance(
    Metadata metadata, WorldInstanceSpec spec, @Nullable WorldInstanceStatus status) {

  public static final String KIND = "WorldInstance";

  public WorldInstance(Metadata metadata, WorldInstanceSpec spec) {
    this(metadata, spec, null);
  }

  public ObjectKey key() {
    return new ObjectKey(metadata.namespace(), metadata.name());
  }
}
