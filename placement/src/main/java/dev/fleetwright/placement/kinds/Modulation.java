package dev.fleetwright.placement.kinds;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * How an object is sent and what is returned about it. Not a field of its own in YAML: its parts
 * stand beside the test or the reference that they belong to.
 *
 * @param statusCollectors sorted, each once
 */
public record Modulation(
    boolean createOnly,
    List<String> statusCollectors,
    boolean wantSingletonReportedState,
    boolean wantMultiWECReportedState) {

  public static final Modulation NONE = new Modulation(false, List.of(), false, false);

  public Modulation {
    statusCollectors = sorted(statusCollectors);
  }

  private static List<String> sorted(Collection<String> names) {
    return names.size() < 2 ? List.copyOf(names) : List.copyOf(new TreeSet<>(names));
  }

  /** What two matching clauses ask for together: flags by OR, collectors by union. */
  public Modulation and(Modulation other) {
    if (equals(other) || other.equals(NONE)) {
      return this;
    }
    List<String> collectors = new ArrayList<>(statusCollectors);
    collectors.addAll(other.statusCollectors);
    return new Modulation(
        createOnly || other.createOnly,
        collectors,
        wantSingletonReportedState || other.wantSingletonReportedState,
        wantMultiWECReportedState || other.wantMultiWECReportedState);
  }
}
