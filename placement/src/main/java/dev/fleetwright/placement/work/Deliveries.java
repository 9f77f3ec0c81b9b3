package dev.fleetwright.placement.work;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.Cluster;
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

  private final WorkOwner owner;
  private final SortedMap<ObjectKey, Manifests> prepared = new TreeMap<>();
  private final List<Manifest.Failed> missing = new ArrayList<>();

  /**
   * Prepares the objects of a Binding.
   *
   * @param objects finds what the Binding refers to
   */
  public Deliveries(
      String binding,
      BindingSpec spec,
      Function<ObjectKey, Optional<WorkloadObject>> objects,
      Transforms transforms) {
    this.owner = ownerOf(binding);
    SortedMap<ObjectKey, Modulation> references = BindingReferences.of(spec);
    references.forEach((key, modulation) ->
        objects
            .apply(key)
            .ifPresentOrElse(
                object ->
                    prepared.put(
                        key, Manifests.prepare(object, modulation.createOnly(), transforms)),
                () -> missing.add(new Manifest.Failed(key, "", List.of(gone(key))))));
  }

  public static WorkOwner ownerOf(String binding) {
    return new WorkOwner("Binding", "", binding);
  }

  private static Problem gone(ObjectKey key) {
    return new Problem(
        "object-not-found",
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
    List<Manifest> manifests = new ArrayList<>(missing);
    prepared.values().forEach(object -> manifests.add(object.forCluster(cluster)));
    return Wrapping.wrap(owner, cluster.name(), manifests, existing, bounds);
  }
}
