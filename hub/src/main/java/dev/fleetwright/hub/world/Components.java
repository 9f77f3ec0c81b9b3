package dev.fleetwright.hub.world;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.hub.client.Plain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The modules of a world as the components of its swarms: whose a workload is, and who is first.
 */
public final class Components {

  /** On a workload: which component of its swarm it is. */
  public static final String COMPONENT = "swarm.fleetwright.dev/component";

  private static final Set<String> WORKLOADS =
      Set.of(
          "Deployment",
          "StatefulSet",
          "DaemonSet",
          "ReplicaSet",
          "ReplicationController",
          "Job",
          "CronJob",
          "Pod");

  private Components() {}

  /** The object with the mark of its module, where it runs something and has no mark yet. */
  static Map<String, Object> marked(Map<String, Object> object, String module) {
    Map<String, Object> metadata = Plain.child(object, "metadata");
    Map<String, Object> annotations = Plain.child(metadata, "annotations");
    if (!WORKLOADS.contains(Plain.text(object, "kind")) || annotations.containsKey(COMPONENT)) {
      return object;
    }
    Map<String, Object> more = new LinkedHashMap<>(annotations);
    more.put(COMPONENT, module);
    Map<String, Object> marked = new LinkedHashMap<>(metadata);
    marked.put("annotations", more);
    Map<String, Object> copy = new LinkedHashMap<>(object);
    copy.put("metadata", marked);
    return copy;
  }

  /** By the bindings of a world: a provider before its consumers, among the modules given. */
  static SortedMap<String, List<String>> needs(BindingPlan plan, Set<String> modules) {
    SortedMap<String, List<String>> needs = new TreeMap<>();
    Stream.concat(
            plan.desired().stream().map(binding -> binding.spec()),
            plan.retained().stream().map(binding -> binding.spec()))
        .forEach(spec -> add(needs, spec, modules));
    needs.replaceAll((_, providers) -> providers.stream().sorted().toList());
    return needs;
  }

  private static void add(
      SortedMap<String, List<String>> needs, CapabilityBindingSpec spec, Set<String> modules) {
    String consumer = spec.consumer().moduleManifestName();
    String provider = spec.provider().moduleManifestName();
    if (modules.contains(consumer)
        && modules.contains(provider)
        && !consumer.equals(provider)
        && !needs.getOrDefault(consumer, List.of()).contains(provider)) {
      needs.computeIfAbsent(consumer, _ -> new ArrayList<>()).add(provider);
    }
  }
}
