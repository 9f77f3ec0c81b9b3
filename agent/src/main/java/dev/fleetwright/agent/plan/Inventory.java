package dev.fleetwright.agent.plan;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every object that was, or was about to be, applied for a work: a claim on it. It is written
 * before anything is applied, so that nothing can be forgotten.
 *
 * @param created when the work was made; of two claims on one object that of the older work holds
 * @param versions the objects, each with the version that it was applied in
 */
public record Inventory(
    String work, String created, @Nullable String swarmId, SortedMap<ObjectId, String> versions) {

  public Inventory {
    versions = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  public static Inventory none(Work work) {
    return new Inventory(work.name(), work.created(), work.swarmId(), new TreeMap<>());
  }

  public boolean isEmpty() {
    return versions.isEmpty();
  }

  public boolean holds(ObjectId id) {
    return versions.containsKey(id);
  }

  public Inventory with(Map<ObjectId, String> more) {
    TreeMap<ObjectId, String> all = new TreeMap<>(versions);
    all.putAll(more);
    return new Inventory(work, created, swarmId, all);
  }

  public Inventory without(ObjectId id) {
    TreeMap<ObjectId, String> rest = new TreeMap<>(versions);
    rest.remove(id);
    return new Inventory(work, created, swarmId, rest);
  }

  /** For a work that was made anew under the same name. */
  Inventory of(Work now) {
    return new Inventory(now.name(), now.created(), now.swarmId(), versions);
  }

  /** The identities as the cluster has them now: a kind may have been unknown before. */
  Inventory placed(Types types) {
    TreeMap<ObjectId, String> placed = new TreeMap<>();
    versions.forEach((id, version) -> placed.put(types.place(id, version), version));
    return new Inventory(work, created, swarmId, placed);
  }

  private boolean isOlderThan(Inventory other) {
    int byAge = created.compareTo(other.created);
    return byAge < 0 || (byAge == 0 && work.compareTo(other.work) < 0);
  }

  /** Who holds an object: of all that claim it, the oldest. */
  public static Optional<Inventory> holder(Iterable<Inventory> all, ObjectId id) {
    Inventory oldest = null;
    for (Inventory one : all) {
      if (one.holds(id) && (oldest == null || one.isOlderThan(oldest))) {
        oldest = one;
      }
    }
    return Optional.ofNullable(oldest);
  }

  /** Whether two say the same. */
  public boolean says(Inventory other) {
    return created.equals(other.created)
        && Objects.equals(swarmId, other.swarmId)
        && versions.equals(other.versions);
  }
}
