package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.cli.fleet.ViewOptions.View;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.LiveBlock;
import dev.fleetwright.cli.view.FleetView;
import dev.fleetwright.cli.view.ReleaseView;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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

  private final Console console;

  @Mixin private ViewOptions options = new ViewOptions();

  @Option(names = "--releases", description = "Show modules × clusters and their releases.")
  private boolean releases;

  public StatusCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return options.run(console, new LiveBlock(console), releases ? this::releases : this::worlds);
  }

  private Supplier<View> worlds(Sight sight) {
    Supplier<List<WorldInstance>> worlds = sight.chosen(WorldInstance.class);
    Supplier<List<ManifestWork>> works = sight.all(ManifestWork.class);
    Supplier<List<ManagedCluster>> clusters = sight.all(ManagedCluster.class);
    return () -> view(FleetView.of(worlds.get(), works.get(), clusters.get()));
  }

  private View view(FleetView view) {
    return View.of(
        () -> view.rows().isEmpty() ? "there are no worlds\n" : view.table(console),
        view.plain(),
        view.rows().stream().map(row -> "world/" + row.world()).toList(),
        view.isSettled());
  }

  private Supplier<View> releases(Sight sight) {
    Supplier<List<ReleaseTarget>> targets = sight.chosen(ReleaseTarget.class);
    return () -> view(ReleaseView.of(targets.get()));
  }

  private View view(ReleaseView view) {
    return View.of(
        () -> view.rows().isEmpty() ? "there are no releases to run\n" : view.table(console),
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
}
