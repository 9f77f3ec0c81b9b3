package dev.fleetwright.release.kinds;

import org.jspecify.annotations.Nullable;

/** A ReleaseTarget as it stands in a file or on a server. */
public record ReleaseTargetObject(ReleaseTargetSpec spec, @Nullable ReleaseTargetStatus status) {}
