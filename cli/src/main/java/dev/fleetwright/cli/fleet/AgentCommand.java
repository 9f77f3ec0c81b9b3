package dev.fleetwright.cli.fleet;

import dev.fleetwright.agent.Agent;
import dev.fleetwright.agent.AgentConfig;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.documents.NameRule;
import dev.fleetwright.hub.metrics.HealthPort;
import dev.fleetwright.hub.metrics.HealthPort.Answer;
import dev.fleetwright.hub.metrics.Metrics;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "agent",
    description = {
      "Run the agent of one workload cluster: it applies what the hub puts into the cluster's"
          + " mailbox, and reports back.",
      "Neither the hub nor the broker need to be up when it starts."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright agent --cluster edge-7 --kubeconfig edge-7.kubeconfig \\",
      "    --hub-kubeconfig hub.kubeconfig --amqp amqp://edge-7:secret@rabbitmq:5672/"
    })
public final class AgentCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private BusOptions bus = new BusOptions();
  @Mixin private HealthOptions health = new HealthOptions();
  @Mixin private LogOptions log = new LogOptions();

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "NAME",
      description = "The name of the cluster's ManagedCluster, and so of its mailbox.")
  private String cluster = "";

  @Option(
      names = "--hub-kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "How to reach the hub's API server; needs rights in the mailbox only.")
  private Path hubKubeconfig = Path.of("");

  public AgentCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!NameRule.DNS_LABEL.allows(cluster)) {
      throw new ParameterException(
          spec.commandLine(), "--cluster: \"" + cluster + "\" is no DNS label");
    }
    BrokerAddress broker = bus.address(spec);
    InetSocketAddress port = health.address(spec);
    log.open(console.err());
    return server.run(console, "agent", client -> run(client, broker, port));
  }

  private int run(KubernetesClient client, BrokerAddress broker, InetSocketAddress port)
      throws IOException, InterruptedException {
    Metrics metrics = new Metrics();
    try (UntilSignal end = UntilSignal.open(console.err());
        KubernetesClient hub = ServerOptions.client(hubKubeconfig);
        AmqpTransport transport = bus.transport(broker, "agent-" + cluster);
        Agent agent = Agent.start(AgentConfig.of(hub, Map.of(cluster, client), transport));
        HealthPort probes =
            HealthPort.open(
                port,
                () -> new Answer(true, "ok"),
                () -> new Answer(true, "serves " + String.join(", ", agent.clusters())),
                metrics)) {
      metrics.gauge(
          "fleetwright_agent_clusters", "Clusters served.", () -> agent.clusters().size());
      console
          .err()
          .println(
              "agent of "
                  + cluster
                  + " runs; probes on "
                  + port.getHostString()
                  + ":"
                  + probes.port());
      end.await();
    }
    return ExitCode.YES;
  }
}
