package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.LiveBlock;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.view.ClusterView;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "top",
    description = {
      "List the clusters, those that were heard of longest ago first.",
      "A cluster is heard of while the agent reports on a world that it runs; LAST CHANGE is when"
          + " it reported another status of an object last."
    },
    footerHeading = "%nExample:%n",
    footer = {"  fleetwright top --limit 10", "", "Exits 1 when a cluster is silent."})
public final class TopCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many clusters to show; 0 for all (${DEFAULT-VALUE}).")
  private int limit = 20;

  @Option(
      names = {"-w", "--watch"},
      description = "Show it again whenever it changes, until Ctrl-C.")
  private boolean watch;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public TopCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return server.run(console, "top", client -> watch ? watch(client) : once(client));
  }

  private int once(KubernetesClient client) {
    ClusterView view =
        ClusterView.of(
            client.resources(ManagedCluster.class).list().getItems(),
            client.resources(WorkStatus.class).inAnyNamespace().list().getItems());
    console.out().print(text(view));
    console.out().flush();
    return view.isAllHeard() ? ExitCode.YES : ExitCode.NO;
  }

  private int watch(KubernetesClient client) throws InterruptedException {
    Changes changes = new Changes();
    LiveBlock block = new LiveBlock(console);
    try (SharedIndexInformer<ManagedCluster> clusters =
            client.resources(ManagedCluster.class).inform(changes.handler());
        SharedIndexInformer<WorkStatus> reports =
            client.resources(WorkStatus.class).inAnyNamespace().inform(changes.handler())) {
      while (true) {
        changes.await();
        block.show(text(ClusterView.of(clusters.getIndexer().list(), reports.getIndexer().list())));
      }
    }
  }

  private String text(ClusterView view) {
    List<ClusterView.Row> rows =
        limit > 0 && view.rows().size() > limit ? view.rows().subList(0, limit) : view.rows();
    ClusterView shown = new ClusterView(rows);
    return switch (format) {
      case table ->
          view.rows().isEmpty()
              ? "there are no clusters\n"
              : shown.table(console, Instant.now())
                  + (rows.size() < view.rows().size()
                      ? "and " + (view.rows().size() - rows.size()) + " more\n"
                      : "");
      case json -> Machine.json(shown.plain());
      case yaml -> Machine.yaml(shown.plain());
      case name ->
          String.join("", rows.stream().map(row -> "cluster/" + row.cluster() + "\n").toList());
    };
  }
}
