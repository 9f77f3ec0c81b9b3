package dev.fleetwright.hub.capability;

import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.Scope;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The variables that tell a consumer where its providers answer. A pure function; different
 * requirements of a module never share a name.
 *
 * <pre>
 * time.source in scope world        BINDING_TIME_SOURCE_WORLD_ENDPOINT, _HOST, _PORT
 * shard-map.store, many, cluster    BINDING_SHARD__MAP_STORE_CLUSTER_ENDPOINTS, with commas between
 * </pre>
 */
public final class EndpointVariables {

  private EndpointVariables() {}

  /** Name to value, by consumer. Bindings whose provider has no address yet add nothing. */
  public static SortedMap<String, SortedMap<String, String>> of(
      Collection<DesiredBinding> bindings,
      Function<DesiredBinding, Optional<ServiceAddress>> addresses) {
    SortedMap<String, SortedMap<String, String>> variables = new TreeMap<>();
    for (DesiredBinding binding : bindings) {
      if (binding.action() == DesiredBinding.Action.REFUSE) {
        continue;
      }
      addresses
          .apply(binding)
          .ifPresent(address ->
              add(
                  binding,
                  address,
                  variables.computeIfAbsent(binding.need().consumer(), _ -> new TreeMap<>())));
    }
    return variables;
  }

  private static void add(
      DesiredBinding binding, ServiceAddress address, SortedMap<String, String> variables) {
    String prefix = prefix(binding.need().capabilityId(), binding.need().scope());
    if (binding.need().multiplicity() == Multiplicity.MANY) {
      // Bindings come sorted by provider, so the list is the same every time.
      variables.merge(
          prefix + "_ENDPOINTS", address.toString(), (before, one) -> before + "," + one);
    } else {
      variables.put(prefix + "_ENDPOINT", address.toString());
      variables.put(prefix + "_HOST", address.host());
      variables.put(prefix + "_PORT", Integer.toString(address.port()));
    }
  }

  /** A dot becomes one underscore and a dash two, so that a-b.c and a.b-c stay apart. */
  static String prefix(String capability, Scope scope) {
    return "BINDING_"
        + capability.toUpperCase(Locale.ROOT).replace("-", "__").replaceAll("[^A-Z0-9_]", "_")
        + "_"
        + scope.toString().toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
