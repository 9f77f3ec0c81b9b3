package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.ProvidedCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.model.Problem;
import dev.fleetwright.semver.Version;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One capability that one module provides, with its version parsed.
 *
 * @param index where it stands in {@code spec.provides} of the manifest
 * @param version null when it is broken
 * @param features what it supports, for quick questions
 * @param problems what keeps this entry from being a candidate; empty for a sound one
 */
public record Provision(
    String module,
    int index,
    ProvidedCapability offered,
    @Nullable Version version,
    Set<String> features,
    List<Problem> problems) {

  public Provision {
    features = Set.copyOf(features);
    problems = List.copyOf(problems);
  }

  public boolean isBroken() {
    return !problems.isEmpty();
  }

  public String capabilityId() {
    return offered.capabilityId();
  }

  public Scope scope() {
    return offered.scope();
  }

  public Multiplicity multiplicity() {
    return offered.multiplicity();
  }

  /** {@code core-time-source provides time.source 1.4.0 in scope cluster}. */
  public String described() {
    return module
        + " provides "
        + capabilityId()
        + " "
        + offered.version()
        + (multiplicity() == Multiplicity.MANY ? " (many)" : "")
        + " in scope "
        + scope();
  }
}
