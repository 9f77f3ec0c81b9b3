package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "delete",
    description = {
      "Delete the objects of files from the server, the last of the files first.",
      "What hangs on an object goes after it; a world is gone when every cluster has confirmed it."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright delete -f examples/tour/3-freeze.yaml",
      "",
      "Exits 1 when the server refuses; an object that is not there is no mistake."
    })
public final class DeleteCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private FileObjects files = new FileObjects();

  public DeleteCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<List<GenericKubernetesResource>> objects = files.read(console);
    return objects.isEmpty()
        ? ExitCode.NO
        : server.ask(console, "delete", client -> delete(client, objects.get()));
  }

  private int delete(KubernetesClient client, List<GenericKubernetesResource> objects) {
    return new ServedObjects(client, files.namespace())
        .each(
            objects.reversed(),
            console,
            resource -> resource.delete().isEmpty() ? "is not there" : "deleted");
  }
}
