package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.KeySegment;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "config",
    description = {
      "Change the settings of one component while it runs.",
      "What is not named stays as it is; NAME=null takes a setting away."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fleetwright swarm config hive processor prefix=X- --disable",
      "  fleetwright swarm config anvil-demo_world_cluster1 physics/physics-1 rate=20",
      "",
      "Values are JSON where they can be, else texts. Exits 0 when a fresh status shows the"
          + " settings, else 1."
    })
final class ConfigCommand extends SwarmAction {

  @Parameters(
      index = "1",
      paramLabel = "COMPONENT",
      description = "Its name in the plan, or ROLE/INSTANCE.")
  private String component = "";

  @Parameters(index = "2..*", arity = "0..*", paramLabel = "NAME=VALUE", description = "Settings.")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--enable", description = "Let it do its work.")
  private boolean enable;

  @Option(names = "--disable", description = "Let it do no work; its control plane stays on.")
  private boolean disable;

  private String role = "";
  private String instance = "";

  ConfigCommand(Console console) {
    super(console, SignalName.CONFIG_UPDATE);
  }

  @Override
  RoutingKey key() {
    return new RoutingKey.ComponentSignal(SignalName.CONFIG_UPDATE, role, instance);
  }

  @Override
  Scope scope() {
    return new Scope(id, role, instance);
  }

  @Override
  @Nullable ObjectNode args(List<Problem> problems) throws IOException {
    ObjectNode args = newArgs();
    ObjectNode data = args.putObject("data");
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        problems.add(
            new Problem(
                "invalid-setting",
                setting,
                "a setting is NAME=VALUE",
                "write for example rate=20"));
      } else if (data.has(setting.substring(0, equals))) {
        problems.add(
            new Problem("duplicate-value", setting, "the setting is given twice", "leave one out"));
      } else {
        data.set(setting.substring(0, equals), value(setting.substring(equals + 1)));
      }
    }
    if (enable && disable) {
      problems.add(
          new Problem(
              "contradiction", "--disable", "it can be enabled or disabled", "leave one out"));
    } else if (enable || disable) {
      data.put("enabled", enable);
    }
    if (data.isEmpty() && problems.isEmpty()) {
      problems.add(new Problem("no-settings", "", "there is nothing to change", "add NAME=VALUE"));
    }
    address(problems);
    return args;
  }

  /** {@code 20} is a number, {@code true} a truth value, {@code abc} and {@code "20"} are texts. */
  private static JsonNode value(String text) {
    try {
      return Json.read(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return TextNode.valueOf(text);
    }
  }

  private void address(List<Problem> problems) throws IOException {
    int slash = component.indexOf('/');
    if (slash >= 0) {
      role = component.substring(0, slash);
      instance = component.substring(slash + 1);
      KeySegment.problem(role).ifPresent(p -> problems.add(p.withPath("COMPONENT")));
      KeySegment.problem(instance).ifPresent(p -> problems.add(p.withPath("COMPONENT")));
      return;
    }
    if (!problems.isEmpty()) {
      return;
    }
    try (KubernetesClient client = server.kubernetes()) {
      Optional<SwarmPlan> plan = Records.read(client, id).flatMap(Records::plan);
      List<SwarmPlan.Member> members = plan.map(SwarmPlan::members).orElse(List.of());
      Optional<SwarmPlan.Member> found =
          members.stream().filter(member -> member.name().equals(component)).findFirst();
      if (found.isEmpty()) {
        List<String> names = members.stream().map(SwarmPlan.Member::name).toList();
        problems.add(
            new Problem(
                "unknown-component",
                "COMPONENT",
                plan.isEmpty()
                    ? "there is no plan of a swarm " + id
                    : "the plan of " + id + " has no bee \"" + component + "\"",
                plan.isEmpty()
                    ? "write ROLE/INSTANCE, or create the swarm first"
                    : Suggestion.nearest(component, names)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("use one of " + String.join(", ", names))));
        return;
      }
      role = found.get().role();
      instance = found.get().instance();
    }
  }
}
