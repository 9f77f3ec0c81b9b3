package dev.fleetwright.hub.alone;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.world.Components;
import dev.fleetwright.hub.world.Template;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.kinds.ManifestWorkSpec.Workload;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.swarm.plan.SwarmPlan;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A plan as the ManifestWork of a cluster: a namespace, and a Deployment for each bee. */
final class PlanWork {

  /** On the work: the swarm that runs alone. */
  static final String SWARM = "swarm.fleetwright.dev/swarm";

  /** The same as a label, to find it by: the name of the work, which is short enough. */
  static final String ALONE = "swarm.fleetwright.dev/alone";

  private static final String ROLE = "swarm.fleetwright.dev/role";
  private static final String INSTANCE = "swarm.fleetwright.dev/instance";
  private static final int LONGEST_NAME = 63;
  private static final int HASH = 8;

  private PlanWork() {}

  static ManifestWork of(SwarmPlan plan, String cluster) {
    String namespace = SwarmPlan.workName(plan.id());
    List<Map<String, Object>> manifests = new ArrayList<>();
    manifests.add(
        Plain.of(
            Map.of(
                "apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", namespace))));
    plan.members().forEach(member -> manifests.add(deployment(plan.id(), namespace, member)));
    ManifestWork work = new ManifestWork();
    work.setMetadata(
        new ObjectMetaBuilder()
            .withName(SwarmPlan.workName(plan.id()))
            .withNamespace(cluster)
            .addToLabels(ALONE, SwarmPlan.workName(plan.id()))
            .addToAnnotations(SWARM, plan.id())
            .addToAnnotations(Template.HASH, plan.template().hash())
            .addToAnnotations(Template.PARTS, "1")
            .build());
    work.setSpec(new ManifestWorkSpec(new Workload(manifests), null, List.of(), null));
    return work;
  }

  private static Map<String, Object> deployment(
      String swarmId, String namespace, SwarmPlan.Member member) {
    String name = objectName(member.name());
    Map<String, String> selector = Map.of("app", name);
    Map<String, Object> container = new LinkedHashMap<>();
    container.put("name", "bee");
    container.put("image", member.bee().image());
    container.put("env", environment(swarmId, member));
    return Plain.of(
        Map.of(
            "apiVersion",
            "apps/v1",
            "kind",
            "Deployment",
            "metadata",
            Map.of(
                "name",
                name,
                "namespace",
                namespace,
                "labels",
                selector,
                "annotations",
                Map.of(
                    Components.COMPONENT,
                    member.name(),
                    ROLE,
                    member.role(),
                    INSTANCE,
                    member.instance())),
            "spec",
            Map.of(
                "replicas",
                1,
                "selector",
                Map.of("matchLabels", selector),
                "template",
                Map.of(
                    "metadata",
                    Map.of("labels", selector),
                    "spec",
                    Map.of("containers", List.of(container))))));
  }

  private static List<Map<String, Object>> environment(String swarmId, SwarmPlan.Member member) {
    List<Map<String, Object>> environment = new ArrayList<>();
    environment.add(variable("SWARM_ID", swarmId));
    environment.add(variable("SWARM_ROLE", member.role()));
    environment.add(variable("SWARM_INSTANCE", member.instance()));
    environment.add(variable("SWARM_WORK_IN", queues(swarmId, member.bee().queues().in())));
    environment.add(variable("SWARM_WORK_OUT", queues(swarmId, member.bee().queues().out())));
    environment.add(variable("SWARM_CONFIG", CanonicalJson.of(member.bee().config())));
    return environment;
  }

  private static Map<String, Object> variable(String name, String value) {
    return Map.of("name", name, "value", value);
  }

  private static String queues(String swarmId, List<String> queues) {
    return String.join(",", queues.stream().map(queue -> "ph." + swarmId + "." + queue).toList());
  }

  /** The name itself where it is a DNS label; else readable, and different for different names. */
  private static String objectName(String name) {
    if (name.length() <= LONGEST_NAME && name.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?")) {
      return name;
    }
    String readable =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+", "");
    String cut = readable.substring(0, Math.min(LONGEST_NAME - HASH - 5, readable.length()));
    String hash = CanonicalJson.digest(name).substring(0, HASH);
    return "bee-" + cut + (cut.endsWith("-") || cut.isEmpty() ? "" : "-") + hash;
  }
}
