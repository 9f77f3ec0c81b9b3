package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.LiveBlock;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.view.FleetView;
import dev.fleetwright.cli.view.ReleaseView;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    description = {
      "Show worlds × clusters at a glance: what each world does at each of its clusters.",
      "With --releases: modules × clusters, which release runs where, where it is on its way (→),"
          + " and what waits."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright status --watch",
      "  fleetwright status --releases",
      "",
      "Exits 0 when every world does as desired and every cluster is heard of, else 1."
    })
public final class StatusCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  /** What is shown, and whether it is as it should be. */
  private record Picture(
      String table, List<Map<String, Object>> plain, List<String> names, boolean settled) {}

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private NamespaceOptions scope = new NamespaceOptions();

  @Option(names = "--releases", description = "Show modules × clusters and their releases.")
  private boolean releases;

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

  public StatusCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return server.run(console, "status", client -> watch ? watch(client) : once(client));
  }

  private int once(KubernetesClient client) {
    Picture picture =
        releases
            ? picture(ReleaseView.of(scope.list(client, ReleaseTarget.class)))
            : picture(
                FleetView.of(
                    scope.list(client, WorldInstance.class),
                    client.resources(ManifestWork.class).inAnyNamespace().list().getItems(),
                    client.resources(ManagedCluster.class).list().getItems()));
    console.out().print(text(picture));
    console.out().flush();
    return picture.settled() ? ExitCode.YES : ExitCode.NO;
  }

  /** Looks when something changed, and not before. */
  private int watch(KubernetesClient client) throws InterruptedException {
    Changes changes = new Changes();
    LiveBlock block = new LiveBlock(console);
    if (releases) {
      try (SharedIndexInformer<ReleaseTarget> targets =
          scope.inform(client, ReleaseTarget.class, changes.handler())) {
        while (true) {
          changes.await();
          block.show(text(picture(ReleaseView.of(targets.getIndexer().list()))));
        }
      }
    }
    try (SharedIndexInformer<WorldInstance> worlds =
            scope.inform(client, WorldInstance.class, changes.handler());
        SharedIndexInformer<ManifestWork> works = all(client, ManifestWork.class, changes);
        SharedIndexInformer<ManagedCluster> clusters = all(client, ManagedCluster.class, changes)) {
      while (true) {
        changes.await();
        block.show(
            text(
                picture(
                    FleetView.of(
                        worlds.getIndexer().list(),
                        works.getIndexer().list(),
                        clusters.getIndexer().list()))));
      }
    }
  }

  private static <T extends HasMetadata> SharedIndexInformer<T> all(
      KubernetesClient client, Class<T> kind, Changes changes) {
    return client.resources(kind).inAnyNamespace().inform(changes.handler());
  }

  private Picture picture(FleetView view) {
    return new Picture(
        view.rows().isEmpty() ? "there are no worlds\n" : view.table(console),
        view.plain(),
        view.rows().stream().map(row -> "world/" + row.world()).toList(),
        view.isSettled());
  }

  private Picture picture(ReleaseView view) {
    return new Picture(
        view.rows().isEmpty() ? "there are no releases to run\n" : view.table(console),
        view.plain(),
        view.rows().stream()
            .flatMap(row -> row.cells().values().stream())
            .map(cell -> cell.current())
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .map(release -> "release/" + release)
            .toList(),
        view.isSettled());
  }

  private String text(Picture picture) {
    return switch (format) {
      case table -> picture.table();
      case json -> Machine.json(picture.plain());
      case yaml -> Machine.yaml(picture.plain());
      case name -> String.join("", picture.names().stream().map(one -> one + "\n").toList());
    };
  }
}
