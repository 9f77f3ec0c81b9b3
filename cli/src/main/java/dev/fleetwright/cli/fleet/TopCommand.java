package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.cli.fleet.ViewOptions.View;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.LiveBlock;
import dev.fleetwright.cli.view.ClusterView;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "top",
    description = {
      "List the clusters, those that were heard of longest ago first.",
      "A cluster is heard of while the agent reports on a world that it runs; LAST CHANGE is when"
          + " it reported another status of an object last.",
      "With -n: the clusters that have something of this namespace, and what they report of that;"
          + " objects of its worlds too."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright top --limit 10",
      "  fleetwright top -n anvil-demo --watch",
      "",
      "Exits 1 when a cluster is silent."
    })
public final class TopCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ViewOptions options = new ViewOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many clusters to show; 0 for all (${DEFAULT-VALUE}).")
  private int limit = 20;

  public TopCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (limit < 0) {
      throw new ParameterException(spec.commandLine(), "--limit must not be negative");
    }
    return options.run(console, new LiveBlock(console), this::clusters);
  }

  private Supplier<View> clusters(Sight sight) {
    Supplier<List<ManagedCluster>> clusters = sight.all(ManagedCluster.class);
    Supplier<List<WorkStatus>> reports = sight.all(WorkStatus.class);
    String namespace = options.scope().namespace();
    if (namespace == null) {
      return () -> view(ClusterView.of(clusters.get(), reports.get()));
    }
    Supplier<List<ManifestWork>> works = sight.all(ManifestWork.class);
    return () -> view(ClusterView.within(namespace, clusters.get(), works.get(), reports.get()));
  }

  private View view(ClusterView view) {
    List<ClusterView.Row> rows =
        limit > 0 && view.rows().size() > limit ? view.rows().subList(0, limit) : view.rows();
    ClusterView shown = new ClusterView(rows);
    return View.of(
        () -> rows.isEmpty() ? none() : shown.table(console, Instant.now()) + more(view, rows),
        shown.plain(),
        rows.stream().map(row -> "cluster/" + row.cluster()).toList(),
        view.isAllHeard());
  }

  private String none() {
    String namespace = options.scope().namespace();
    return namespace == null
        ? "there are no clusters\n"
        : "no cluster has anything of namespace " + namespace + "\n";
  }

  private static String more(ClusterView all, List<ClusterView.Row> shown) {
    int left = all.rows().size() - shown.size();
    return left == 0 ? "" : "and " + left + " more\n";
  }
}
