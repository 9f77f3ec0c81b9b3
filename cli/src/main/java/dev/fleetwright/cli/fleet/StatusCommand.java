package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    description = "Show worlds × clusters at a glance.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright status --watch",
      "",
      "Exits 0 when every world does as desired, else 1."
    })
public final class StatusCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml
  }

  private static final long TOGETHER_MILLIS = 200;

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "Only the worlds of this namespace.")
  private @Nullable String namespace;

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
    List<WorldInstance> worlds =
        namespace == null
            ? client.resources(WorldInstance.class).inAnyNamespace().list().getItems()
            : client.resources(WorldInstance.class).inNamespace(namespace).list().getItems();
    FleetView view =
        FleetView.of(
            worlds, client.resources(ManifestWork.class).inAnyNamespace().list().getItems());
    print(view);
    return view.isSettled() ? ExitCode.YES : ExitCode.NO;
  }

  /** Looks when something changed, and not before. */
  private int watch(KubernetesClient client) throws InterruptedException {
    Semaphore changes = new Semaphore(1);
    try (SharedIndexInformer<WorldInstance> worlds =
            namespace == null
                ? client
                    .resources(WorldInstance.class)
                    .inAnyNamespace()
                    .inform(new Changes<>(changes))
                : client
                    .resources(WorldInstance.class)
                    .inNamespace(namespace)
                    .inform(new Changes<>(changes));
        SharedIndexInformer<ManifestWork> works =
            client.resources(ManifestWork.class).inAnyNamespace().inform(new Changes<>(changes))) {
      FleetView last = null;
      while (true) {
        changes.acquire();
        Thread.sleep(TOGETHER_MILLIS);
        changes.drainPermits();
        FleetView view = FleetView.of(worlds.getIndexer().list(), works.getIndexer().list());
        if (!view.equals(last)) {
          if (last != null && format == Format.table) {
            console.out().println();
          }
          print(view);
          last = view;
        }
      }
    }
  }

  private record Changes<T extends HasMetadata>(Semaphore semaphore)
      implements ResourceEventHandler<T> {

    @Override
    public void onAdd(T object) {
      semaphore.release();
    }

    @Override
    public void onUpdate(T before, T now) {
      semaphore.release();
    }

    @Override
    public void onDelete(T object, boolean unknown) {
      semaphore.release();
    }
  }

  private void print(FleetView view) {
    switch (format) {
      case table -> {
        if (view.rows().isEmpty()) {
          console.err().println("there are no worlds");
        } else {
          console.out().print(view.table(console));
        }
      }
      case json -> console.out().print(Machine.json(view.plain()));
      case yaml -> console.out().print(Machine.yaml(view.plain()));
    }
    console.out().flush();
  }
}
