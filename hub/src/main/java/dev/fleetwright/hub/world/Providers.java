package dev.fleetwright.hub.world;

import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.hub.capability.ProviderEndpoint;
import dev.fleetwright.hub.capability.ServiceAddress;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the modules of a world became at its clusters, as far as others want to reach them. */
final class Providers {

  private final SortedMap<String, SortedMap<String, List<Map<String, Object>>>> byCluster =
      new TreeMap<>();
  private @Nullable String unseen;

  static Providers unseen(String message) {
    Providers none = new Providers();
    none.unseen = message;
    return none;
  }

  void add(String cluster, WorkStage.Delivery delivery) {
    if (delivery.mistakes().isEmpty()) {
      byCluster.put(cluster, delivery.rendered());
    } else if (unseen == null) {
      unseen = "the last good work stays: " + delivery.mistakes().getFirst();
    }
  }

  ProviderEndpoint of(DesiredBinding binding, @Nullable CapabilityBindingStatus before) {
    String provider = binding.provision().module();
    SortedMap<String, ServiceAddress> addresses = new TreeMap<>();
    boolean isReleased = false;
    for (Map.Entry<String, SortedMap<String, List<Map<String, Object>>>> cluster :
        byCluster.entrySet()) {
      List<Map<String, Object>> objects = cluster.getValue().get(provider);
      if (objects != null) {
        isReleased = true;
        ServiceAddress.of(objects, binding.need().capabilityId())
            .ifPresent(address -> addresses.put(cluster.getKey(), address));
      }
    }
    return addresses.isEmpty() && unseen != null
        ? ProviderEndpoint.unseen(unseen)
        : ProviderEndpoint.of(binding, addresses, isReleased, before);
  }
}
