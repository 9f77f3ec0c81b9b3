package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that decisions are made from, as it stood at one revision. Immutable: a decision cannot see
 * data change under it, and two decisions of one revision agree.
 *
 * @param revision names the state it was taken from
 * @param missing facts that nobody could supply; rules that need them block
 */
public record Snapshot(
    String revision,
    Map<String, Releases> releases,
    List<Policy> policies,
    Fleet fleet,
    Approvals approvals,
    List<Freeze> freezes,
    List<Pin> pins,
    List<Bypass> bypasses,
    Set<Fact> missing) {

  public Snapshot {
    releases = Map.copyOf(releases);
    policies = policies.stream().sorted(Policy.FIRST_TO_LAST).toList();
    freezes = List.copyOf(freezes);
    pins = List.copyOf(pins);
    bypasses = List.copyOf(bypasses);
    missing = missing.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(missing));
  }

  public static Snapshot of(
      String revision, Collection<Release> releases, List<Policy> policies, Fleet fleet) {
    Map<String, List<Release>> byDeployment = new HashMap<>();
    releases.forEach(
        r -> byDeployment.computeIfAbsent(r.deployment(), key -> new ArrayList<>()).add(r));
    Map<String, Releases> sets = new HashMap<>();
    byDeployment.forEach((deployment, list) -> sets.put(deployment, Releases.of(list)));
    return new Snapshot(
        revision, sets, policies, fleet, Approvals.NONE, List.of(), List.of(), List.of(), Set.of());
  }

  public Releases releasesOf(String deployment) {
    return releases.getOrDefault(deployment, Releases.empty());
  }

  /** The policies of a target, first to last. */
  public List<Policy> policiesOf(Target target) {
    List<Policy> matching = new ArrayList<>(policies.size());
    for (int i = 0; i < policies.size(); i++) {
      if (policies.get(i).selector().matches(target)) {
        matching.add(policies.get(i));
      }
    }
    return matching;
  }

  public Snapshot withApprovals(Approvals newApprovals) {
    return new Snapshot(
        revision, releases, policies, fleet, newApprovals, freezes, pins, bypasses, missing);
  }

  public Snapshot withFleet(Fleet newFleet) {
    return new Snapshot(
        revision, releases, policies, newFleet, approvals, freezes, pins, bypasses, missing);
  }

  public Snapshot withPolicies(List<Policy> newPolicies) {
    return new Snapshot(
        revision, releases, newPolicies, fleet, approvals, freezes, pins, bypasses, missing);
  }

  public Snapshot withHolds(List<Freeze> newFreezes, List<Pin> newPins, List<Bypass> newBypasses) {
    return new Snapshot(
        revision, releases, policies, fleet, approvals, newFreezes, newPins, newBypasses, missing);
  }

  public Snapshot withRevision(String newRevision) {
    return new Snapshot(
        newRevision, releases, policies, fleet, approvals, freezes, pins, bypasses, missing);
  }

  public Snapshot withMissing(Set<Fact> newMissing) {
    return new Snapshot(
        revision, releases, policies, fleet, approvals, freezes, pins, bypasses, newMissing);
  }
}
