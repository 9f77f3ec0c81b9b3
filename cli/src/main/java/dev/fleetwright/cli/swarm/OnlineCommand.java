package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that needs a running server, and says how to get one when there is none. */
abstract class OnlineCommand implements Callable<Integer> {

  final Console console;

  @Spec CommandSpec spec = CommandSpec.create();

  @Mixin ServerOptions server = new ServerOptions();

  OnlineCommand(Console console) {
    this.console = console;
  }

  abstract int run() throws IOException, InterruptedException;

  @Override
  public final Integer call() throws InterruptedException {
    try {
      return run();
    } catch (IOException e) {
      failed(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (KubernetesClientException e) {
      failed(
          "the API server cannot be asked: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    return ExitCode.NO;
  }

  private void failed(String reason) {
    console.err().println(spec.qualifiedName() + ": " + reason);
    console.err().println("Next: is  fleetwright up  running? Name its folder with --data");
    console.err().flush();
  }
}
