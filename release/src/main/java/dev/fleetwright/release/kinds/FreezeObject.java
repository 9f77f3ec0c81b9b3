package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** A Freeze as it stands in a file or on a server. */
@JsonIgnoreProperties("status")
public record FreezeObject(FreezeSpec spec) {}
