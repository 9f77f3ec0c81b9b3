package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.up.CutOffs;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "cluster",
    description = {
      "Cut off a cluster of a local up or demo from its hub, and reconnect it.",
      "What runs there goes on; the hub hears nothing of it and cannot change it meanwhile."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright cluster cut-off cluster3",
      "  fleetwright cluster reconnect cluster3",
      "",
      "Exits 1 when there is no such cluster, or when it is not one of a local up."
    })
public final class ClusterCommand implements Callable<Integer> {

  /** What is done to the line between a cluster and its hub. */
  enum Act {
    CUT_OFF,
    RECONNECT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ACT", description = "${COMPLETION-CANDIDATES}")
  private Act act = Act.CUT_OFF;

  @Parameters(index = "1", paramLabel = "NAME", description = "The cluster's name.")
  private String name = "";

  public ClusterCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return server.ask(console, "cluster", this::run);
  }

  private int run(KubernetesClient client) {
    var cluster = client.resources(ManagedCluster.class).withName(name);
    ManagedCluster found = cluster.get();
    if (found == null) {
      console.err().println("fleetwright cluster: there is no cluster " + name);
      console.err().println("Next: fleetwright top");
      return ExitCode.NO;
    }
    if (!annotations(found).containsKey(CutOffs.LOCAL)) {
      console
          .err()
          .println(
              "fleetwright cluster: "
                  + name
                  + " is not hosted by a fleetwright up; cut it off where it is");
      return ExitCode.NO;
    }
    cluster.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"metadata\":{\"annotations\":{\""
            + CutOffs.CUT_OFF
            + "\":"
            + (act == Act.CUT_OFF ? "\"true\"" : "null")
            + "}}}");
    console
        .out()
        .println(
            act == Act.CUT_OFF
                ? name + " is cut off: what runs there goes on, and the hub hears nothing of it"
                : name + " is connected again and catches up");
    return ExitCode.YES;
  }

  private static Map<String, String> annotations(ManagedCluster cluster) {
    ObjectMeta metadata = cluster.getMetadata();
    return Objects.requireNonNullElse(metadata.getAnnotations(), Map.of());
  }
}
