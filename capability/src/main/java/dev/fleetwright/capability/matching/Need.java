package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.DependencyMode;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.model.Problem;
import dev.fleetwright.semver.Range;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One requirement of one module, with its range parsed.
 *
 * @param index where it stands in {@code spec.requires} of the manifest
 * @param range null when it is broken
 * @param rules those that a provider must pass; the others have nothing to ask
 * @param problems what keeps this requirement from being resolved; empty for a sound one
 */
public record Need(
    String consumer,
    int index,
    RequiredCapability wanted,
    @Nullable Range range,
    List<CompatibilityRule> rules,
    List<Problem> problems) {

  /** The order in which plans list requirements, whatever the order in the manifests. */
  static final Comparator<Need> ORDER =
      Comparator.comparing(Need::consumer)
          .thenComparing(Need::capabilityId)
          .thenComparing(Need::scope)
          .thenComparing(Need::multiplicity)
          .thenComparing(need -> need.wanted.versionConstraint())
          .thenComparing(need -> need.wanted.dependencyMode())
          .thenComparingInt(Need::index);

  public Need {
    rules = List.copyOf(rules);
    problems = List.copyOf(problems);
  }

  public boolean isBroken() {
    return !problems.isEmpty();
  }

  public boolean isRequired() {
    return wanted.dependencyMode() == DependencyMode.REQUIRED;
  }

  public String capabilityId() {
    return wanted.capabilityId();
  }

  public Scope scope() {
    return wanted.scope();
  }

  public Multiplicity multiplicity() {
    return wanted.multiplicity();
  }

  /** {@code core-physics-engine requires time.source ^1.0.0 in scope world}. */
  public String described() {
    return consumer + " requires " + summary();
  }

  /** {@code time.source ^1.0.0 in scope world}. */
  public String summary() {
    String constraint = wanted.versionConstraint();
    return capabilityId()
        + (constraint.isBlank() ? "" : " " + constraint.strip())
        + (multiplicity() == Multiplicity.MANY ? " (many)" : "")
        + " in scope "
        + scope();
  }

  Need withProblem(Problem problem) {
    return new Need(consumer, index, wanted, range, rules, List.of(problem));
  }
}
