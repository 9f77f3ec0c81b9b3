package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Before: NetworkRules. After: a NetworkPolicy for the workload's pods. */
public final class NetworkPolicyTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> rules = Fields.map(component.spec(), "networkRules");
    boolean denies = Fields.flag(rules, "denyAll");
    List<String> types = new ArrayList<>();
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("podSelector", Fields.of("matchLabels", Objects.selector(component)));
    if (rules.containsKey("ingress") || denies || !rules.containsKey("egress")) {
      types.add("Ingress");
      spec.put("ingress", peers(rules, "ingress", "from"));
    }
    if (rules.containsKey("egress") || denies) {
      types.add("Egress");
      spec.put("egress", peers(rules, "egress", "to"));
    }
    spec.put("policyTypes", types);
    return Outputs.object(
        Objects.object("networking.k8s.io/v1", "NetworkPolicy", component, component.name(), spec));
  }

  private static List<@Nullable Object> peers(
      Map<String, @Nullable Object> rules, String direction, String field) {
    List<@Nullable Object> out = new ArrayList<>();
    for (Map<String, @Nullable Object> rule : Fields.maps(rules, direction)) {
      List<@Nullable Object> peers = new ArrayList<>();
      for (String name : Fields.texts(rule, "components")) {
        peers.add(Fields.of("podSelector", Fields.of("matchLabels", Fields.of("app", name))));
      }
      for (Map<String, @Nullable Object> labels : Fields.maps(rule, "namespaces")) {
        peers.add(Fields.of("namespaceSelector", Fields.of("matchLabels", labels)));
      }
      for (String cidr : Fields.texts(rule, "cidrs")) {
        peers.add(Fields.of("ipBlock", Fields.of("cidr", cidr)));
      }
      out.add(Fields.of(field, peers, "ports", rule.get("ports")));
    }
    return out;
  }
}
