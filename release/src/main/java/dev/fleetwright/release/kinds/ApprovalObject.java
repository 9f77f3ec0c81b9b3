package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/** A Approval as it stands in a file or on a server. */
@JsonIgnoreProperties("status")
public record ApprovalObject(ApprovalSpec spec) {}
