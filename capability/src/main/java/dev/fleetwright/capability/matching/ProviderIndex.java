package dev.fleetwright.capability.matching;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The providers in one set of modules, found by capability and scope. Built once for all
 * requirements of those modules.
 */
public final class ProviderIndex {

  private final Map<String, Providers> byCapability = new HashMap<>();

  public ProviderIndex(Collection<CompiledModule> modules) {
    for (CompiledModule module : modules) {
      for (Provision provision : module.provisions()) {
        byCapability.computeIfAbsent(provision.capabilityId(), _ -> new Providers()).add(provision);
      }
    }
    byCapability.values().forEach(Providers::sort);
  }

  /** The providers that a sound requirement is bound to, by name; empty when nothing satisfies. */
  public List<Provision> choose(Need need) {
    return Choice.among(of(need.capabilityId()).in(need.scope()), need);
  }

  /** Every provider of the capability, in whatever scope, with what became of it. */
  public List<Candidate> candidates(Need need) {
    return Choice.judge(of(need.capabilityId()).all(need.scope()), need);
  }

  /** What would have to change for a requirement that nothing satisfies. */
  public Hint hint(Need need) {
    return HintFinder.find(need, of(need.capabilityId()).all(need.scope()), capabilityIds());
  }

  Set<String> capabilityIds() {
    return byCapability.keySet();
  }

  private Providers of(String capabilityId) {
    return byCapability.getOrDefault(capabilityId, Providers.NONE);
  }
}
