package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "apply",
    description = {
      "Write the objects of files to the server, as kubectl apply --server-side does. plan shows"
          + " before what it would change.",
      "An object that is refused does not stop the others."
    },
    footerHeading = "%nExample:%n",
    footer = {"  fleetwright apply -f examples/demo", "", "Exits 1 when an object is refused."})
public final class ApplyCommand implements Callable<Integer> {

  /** One name for apply and plan: whose fields they are decides what an apply takes away. */
  static final String FIELD_MANAGER = "fleetwright-cli";

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private FileObjects files = new FileObjects();

  public ApplyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<List<GenericKubernetesResource>> objects = files.read(console);
    return objects.isEmpty()
        ? ExitCode.NO
        : server.ask(console, "apply", client -> apply(client, objects.get()));
  }

  private int apply(KubernetesClient client, List<GenericKubernetesResource> objects) {
    return new ServedObjects(client, files.namespace()).each(objects, console, ApplyCommand::write);
  }

  private static String write(Resource<GenericKubernetesResource> resource) {
    GenericKubernetesResource before = resource.get();
    GenericKubernetesResource after =
        resource.fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
    if (before == null) {
      return "created";
    }
    return before
            .getMetadata()
            .getResourceVersion()
            .equals(after.getMetadata().getResourceVersion())
        ? "unchanged"
        : "changed";
  }
}
