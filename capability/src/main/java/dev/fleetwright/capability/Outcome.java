package dev.fleetwright.capability;

import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Provision;
import java.util.List;

/** What became of one requirement. The candidates behind it are {@link Resolution#candidates}. */
public sealed interface Outcome {

  Need need();

  /** It is bound, to one provider, or to several when it takes many; sorted by module. */
  record Bound(Need need, List<Provision> providers) implements Outcome {
    public Bound {
      providers = List.copyOf(providers);
    }
  }

  /** It is sound, and nothing satisfies it. */
  record Unresolved(Need need) implements Outcome {}

  /** It cannot be read; {@link Need#problems} say why. */
  record Broken(Need need) implements Outcome {}
}
