package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What people said about releases, by release; immutable. */
public final class Approvals {

  public static final Approvals NONE = new Approvals(Map.of());

  private final Map<String, List<Approval>> byRelease;
  private final Map<String, PerRelease<List<Approval>>> rows = new ConcurrentHashMap<>();

  private Approvals(Map<String, List<Approval>> byRelease) {
    this.byRelease = byRelease;
  }

  public static Approvals of(Collection<Approval> approvals) {
    Map<String, List<Approval>> map = new HashMap<>();
    approvals.forEach(a -> map.computeIfAbsent(a.release(), key -> new ArrayList<>()).add(a));
    map.replaceAll((key, list) -> sorted(list));
    return new Approvals(map);
  }

  /** The latest first. */
  public List<Approval> about(String release) {
    return byRelease.getOrDefault(release, List.of());
  }

  /** By index, for the releases of one deployment; the latest first. */
  public PerRelease.Row<List<Approval>> about(String deployment, Releases releases) {
    PerRelease<List<Approval>> row = rows.get(deployment);
    if (row == null) {
      row = new PerRelease<>(this::about);
      rows.put(deployment, row);
    }
    return row.in(releases);
  }

  /** These and one more; only the list of its release is copied. */
  public Approvals plus(Approval approval) {
    Map<String, List<Approval>> map = new HashMap<>(byRelease);
    List<Approval> list = new ArrayList<>(about(approval.release()));
    list.add(approval);
    map.put(approval.release(), sorted(list));
    return new Approvals(map);
  }

  /**
   * The latest first. Of two at one time the rejection, then what expires first; the rest only
   * keeps the order of the input from mattering.
   */
  private static final Comparator<Approval> LATEST_FIRST =
      Comparator.comparingLong(Approval::at)
          .reversed()
          .thenComparing(Approval::approved)
          .thenComparingLong(Approval::expiresAt)
          .thenComparing(Approval::approver)
          .thenComparing(Approval::toString);

  private static List<Approval> sorted(List<Approval> list) {
    return list.size() < 2 ? List.copyOf(list) : list.stream().sorted(LATEST_FIRST).toList();
  }
}
