package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "wait",
    description = {
      "Wait until a world is in a phase, a release runs everywhere, or a cluster is heard of or"
          + " silent.",
      "Each step on the way is told when it happens."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright wait world/anvil-sample-world",
      "  fleetwright wait release/physics-1.1.0",
      "  fleetwright wait cluster/cluster3 --for silent",
      "",
      "Exits 1 when the time is over before."
    })
public final class WaitCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private NamespaceOptions scope = new NamespaceOptions();

  @Parameters(paramLabel = "KIND/NAME", description = "world/NAME, release/NAME or cluster/NAME")
  private String object = "";

  @Option(
      names = "--for",
      paramLabel = "STATE",
      description = {
        "Of a world: Running (default), Stopped, Error, Provisioning or gone. Of a release:"
            + " everywhere (default).",
        "Of a cluster: heard (default) or silent."
      })
  private @Nullable String wanted;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "120",
      description = "Seconds to wait (${DEFAULT-VALUE}).")
  private int timeoutSeconds = 120;

  public WaitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    String[] parts = object.split("/", -1);
    if (parts.length != 2 || parts[1].isEmpty() || timeoutSeconds < 0) {
      throw new ParameterException(
          spec.commandLine(),
          timeoutSeconds < 0
              ? "--timeout must not be negative"
              : "expected world/NAME, release/NAME or cluster/NAME, not " + object);
    }
    scope.check(spec);
    String name = parts[1];
    String state = wanted == null ? "" : wanted;
    try {
      return switch (parts[0]) {
        case "world", "worldinstance" -> {
          var goal = Awaited.world(name, state);
          yield server.ask(
              console, "wait", client -> wait(client, WorldInstance.class, scope, goal));
        }
        case "release" -> {
          if (!state.isEmpty() && !state.equals("everywhere")) {
            throw new IllegalArgumentException(
                "a release can be waited for everywhere, not " + state);
          }
          yield server.ask(console, "wait", client -> release(client, name));
        }
        case "cluster", "managedcluster" -> {
          var goal = Awaited.cluster(name, state);
          yield server.ask(
              console,
              "wait",
              client -> wait(client, ManagedCluster.class, new NamespaceOptions(), goal));
        }
        default ->
            throw new IllegalArgumentException(
                "expected world/NAME, release/NAME or cluster/NAME, not " + object);
      };
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int release(KubernetesClient client, String name) throws InterruptedException {
    List<Release> found =
        scope.list(client, Release.class).stream()
            .filter(release -> release.getMetadata().getName().equals(name))
            .toList();
    if (found.size() != 1) {
      console
          .err()
          .println(
              found.isEmpty()
                  ? "fleetwright wait: there is no release " + name
                  : "fleetwright wait: "
                      + found.size()
                      + " namespaces have a release "
                      + name
                      + "; choose one with -n");
      return ExitCode.NO;
    }
    return wait(client, ReleaseTarget.class, scope, Awaited.everywhere(found.getFirst()));
  }

  private <T extends HasMetadata> int wait(
      KubernetesClient client,
      Class<T> kind,
      NamespaceOptions where,
      Function<List<T>, Awaited> question)
      throws InterruptedException {
    Changes changes = new Changes();
    long deadline = System.nanoTime() + timeoutSeconds * 1_000_000_000L;
    try (SharedIndexInformer<T> objects = where.inform(client, kind, changes.handler())) {
      Awaited last = null;
      while (changes.await(deadline - System.nanoTime())) {
        Awaited now = question.apply(objects.getIndexer().list());
        if (now.reached()) {
          console.out().println(console.green("✓") + " " + now.text());
          return ExitCode.YES;
        }
        if (!now.equals(last)) {
          console.out().println(console.yellow("…") + " " + now.text());
          console.out().flush();
        }
        last = now;
      }
      console
          .err()
          .println(
              "fleetwright wait: "
                  + timeoutSeconds
                  + " s are over: "
                  + (last == null ? "nothing was read" : last.text()));
      console.err().println("Next: fleetwright why " + object);
      return ExitCode.NO;
    }
  }
}
