package dev.fleetwright.capability.kinds;

import org.jspecify.annotations.Nullable;

/** A game as an object. */
public record GameDefinition(
    Metadata metadata, GameDefinitionSpec spec, @Nullable GameDefinitionStatus status) {

  public static final String KIND = "GameDefinition";

  public GameDefinition(Metadata metadata, GameDefinitionSpec spec) {
    this(metadata, spec, null);
  }

  public ObjectKey key() {
    return new ObjectKey(metadata.namespace(), metadata.name());
  }
}
