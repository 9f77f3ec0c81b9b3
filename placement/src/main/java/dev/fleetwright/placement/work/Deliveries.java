package dev.fleetwright.placement.work;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.NeverDownsynced;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.kinds.Modulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The works of one Binding. What is the same for all of its clusters is prepared once. */
public final class Deliveries {

  public static final String OBJECT_NOT_FOUND = "object-not-found";

  private final WorkOwner owner;
  private final SortedMap<ObjectKey, Manifests> prepared = new TreeMap<>();
  private final List<Manifest> others = new ArrayList<>();

  /** What is known about an object that a Binding refers to. */
  public sealed interface Sight {

    /** It is there. */
    record Here(WorkloadObject object) implements Sight {}

    /** It does not exist. */
    record Gone() implements Sight {}

    /** Nobody can tell at the moment; what was sent of it stays. */
    record Unread() implements Sight {}

    static Sight of(Optional<WorkloadObject> found) {
      return found.<Sight>map(Here::new).orElseGet(Gone::new);
    }
  }

  /**
   * Prepares the objects of a Binding.
   *
   * @param objects finds what the Binding refers to
   */
  public Deliveries(
      String binding, BindingSpec spec, Function<ObjectKey, Sight> objects, Transforms transforms) {
    this.owner = ownerOf(binding);
    SortedMap<ObjectKey, Modulation> references = BindingReferences.of(spec);
    references.forEach((key, modulation) -> {
      Optional<String> never = NeverDownsynced.reason(key);
      if (never.isPresent()) {
        others.add(new Manifest.Missing(key, List.of(refused(key, never.get()))));
        return;
      }
      switch (objects.apply(key)) {
        case Sight.Here(WorkloadObject object) ->
            NeverDownsynced.refusal(object)
                .ifPresentOrElse(
                    why -> others.add(new Manifest.Missing(key, List.of(refused(key, why)))),
                    () ->
                        prepared.put(
                            key, Manifests.prepare(object, modulation.createOnly(), transforms)));
        case Sight.Gone() -> others.add(new Manifest.Missing(key, List.of(gone(key))));
        case Sight.Unread() -> others.add(new Manifest.Failed(key, "", List.of(unread(key))));
      }
    });
  }

  public static WorkOwner ownerOf(String binding) {
    return new WorkOwner("Binding", "", binding);
  }

  private static Problem unread(ObjectKey key) {
    return new Problem(
        "object-unread",
        "",
        key + " cannot be read at the moment; what was sent of it stays",
        "check that the API server serves " + key.resource() + " and lets the hub list them");
  }

  private static Problem refused(ObjectKey key, String why) {
    return new Problem(
        "object-refused", "", key + " is not sent; " + why, "take it out of the Binding");
  }

  private static Problem gone(ObjectKey key) {
    return new Problem(
        OBJECT_NOT_FOUND,
        "",
        key + " is in the Binding and not in the hub",
        "create it, or correct the Binding");
  }

  /**
   * The works for one cluster.
   *
   * @param existing the works in the cluster's mailbox, by name
   */
  public Wrapped forCluster(
      Cluster cluster, Map<String, ManifestWorkSpec> existing, Bounds bounds) {
    List<Manifest> manifests = new ArrayList<>(others);
    prepared.values().forEach(object -> manifests.add(object.forCluster(cluster)));
    return Wrapping.wrap(owner, cluster.name(), manifests, existing, bounds);
  }
}
