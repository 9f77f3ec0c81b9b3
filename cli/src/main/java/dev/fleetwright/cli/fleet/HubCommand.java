package dev.fleetwright.cli.fleet;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.LeadingHub;
import dev.fleetwright.hub.admission.Webhook;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.election.LeaseElection;
import dev.fleetwright.hub.election.LeaseTerms;
import dev.fleetwright.hub.metrics.HealthPort;
import dev.fleetwright.hub.metrics.Metrics;
import dev.fleetwright.hub.tracing.Tracer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "hub",
    description = {
      "Run the controllers on a Kubernetes API server and a RabbitMQ. Several may run: one leads,"
          + " by a Lease,",
      "and the others stand by. The definitions of deploy/crds must be installed."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright hub --kubeconfig ~/.kube/config --amqp amqp://hub:secret@rabbitmq:5672/"
    })
public final class HubCommand implements Callable<Integer> {

  private static final String LEASE = "fleetwright-hub";

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private BusOptions bus = new BusOptions();
  @Mixin private HealthOptions health = new HealthOptions();
  @Mixin private WebhookOptions webhook = new WebhookOptions();
  @Mixin private LogOptions log = new LogOptions();
  @Mixin private TracingOptions tracing = new TracingOptions();

  @Option(
      names = "--namespace",
      paramLabel = "NS",
      defaultValue = HubConfig.NAMESPACE,
      description = "Where the hub keeps its lease and its records (${DEFAULT-VALUE}).")
  private String namespace = HubConfig.NAMESPACE;

  @Option(
      names = "--identity",
      paramLabel = "NAME",
      description = "Who this hub is in the lease; default: the name of this machine and a number.")
  private String identity = "";

  public HubCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    BrokerAddress broker = bus.address(spec);
    InetSocketAddress port = health.address(spec);
    webhook.check(spec);
    log.open(console.err());
    return server.run(console, "hub", client -> run(client, broker, port));
  }

  private int run(KubernetesClient client, BrokerAddress broker, InetSocketAddress port)
      throws IOException, InterruptedException {
    Metrics metrics = new Metrics();
    new Writer(client).ensureNamespace(namespace, Map.of());
    String name = identity.isEmpty() ? host() + "_" + UUID.randomUUID() : identity;
    LeaseElection election =
        new LeaseElection(
            client,
            namespace,
            LEASE,
            name,
            LeaseTerms.DEFAULT,
            Clock.systemUTC(),
            System::nanoTime);
    // The webhook is first of all, since the API server may ask about what this hub writes.
    try (UntilSignal end = UntilSignal.open(console.err());
        Webhook checks = webhook.open(spec, client, namespace);
        Tracer tracer = tracing.tracer(spec, LEASE);
        AmqpTransport transport = bus.transport(broker, "hub");
        LeadingHub hub =
            LeadingHub.start(
                HubConfig.of(client, transport)
                    .withNamespace(namespace)
                    .withMetrics(metrics)
                    .withTracer(tracer),
                election,
                LeaseTerms.DEFAULT);
        HealthPort probes = HealthPort.open(port, hub::alive, hub::ready, metrics)) {
      console
          .err()
          .println(
              "hub "
                  + name
                  + " runs; probes and metrics on "
                  + port.getHostString()
                  + ":"
                  + probes.port()
                  + (checks == null ? "" : "; webhook on port " + checks.port()));
      end.await();
    }
    return ExitCode.YES;
  }

  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
