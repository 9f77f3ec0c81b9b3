package dev.fleetwright.capability.kinds;

import org.jspecify.annotations.Nullable;

/** A module as an object. */
public record ModuleManifest(
    Metadata metadata, ModuleManifestSpec spec, @Nullable ModuleManifestStatus status) {

  public static final String KIND = "ModuleManifest";

  public ModuleManifest(Metadata metadata, ModuleManifestSpec spec) {
    this(metadata, spec, null);
  }

  public ObjectKey key() {
    return new ObjectKey(metadata.namespace(), metadata.name());
  }
}
