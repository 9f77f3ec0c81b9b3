package dev.fleetwright.cli.apiserver;

import dev.fleetwright.apiserver.security.Certificates;
import dev.fleetwright.apiserver.security.Kubeconfig;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.documents.NameRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "kubeconfig",
    description = {
      "Print a kubeconfig for another user of the embedded server, with a client certificate.",
      "What the user may do is for roles and bindings to say; without any it is nothing."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright kubeconfig alice --group developers --data ./data > alice.kubeconfig",
      "  kubectl create rolebinding alice --clusterrole edit --user alice -n default"
    })
public final class KubeconfigCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "USER", description = "The name by which bindings know the user.")
  private String user = "";

  @Option(names = "--group", paramLabel = "NAME", description = "A group of the user; repeatable.")
  private List<String> groups = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "A logical cluster to add a context for; repeatable.")
  private List<String> clusters = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long the certificate is valid (${DEFAULT-VALUE}).")
  private int days = 365;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${sys:user.home}/.fleetwright/data",
      description = "The data folder of the server (${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  public KubeconfigCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    for (String name : groups) {
      checkName(name);
    }
    checkName(user);
    if (days < 1 || days > 3_650) {
      throw new ParameterException(
          spec.commandLine(), "--days must be from 1 to 3650, not " + days);
    }
    for (String cluster : clusters) {
      if (!NameRule.DNS_LABEL.allows(cluster)) {
        throw new ParameterException(spec.commandLine(), cluster + " is no name of a cluster");
      }
    }
    try {
      String address = new RunningServer(data).address();
      Certificates.ClientKey key =
          Certificates.issueClient(data, user, groups, Duration.ofDays(days), Instant.now());
      console
          .out()
          .print(
              Kubeconfig.text(
                  address, Files.readString(data.resolve("ca.crt")), user, key, clusters));
      console.out().flush();
      return ExitCode.YES;
    } catch (IOException e) {
      console.err().println("fleetwright kubeconfig: " + IoText.of(e));
      return ExitCode.NO;
    }
  }

  private void checkName(String name) {
    if (name.isBlank() || name.codePoints().anyMatch(Character::isISOControl)) {
      throw new ParameterException(
          spec.commandLine(), "a name of a user or group must be plain text");
    }
  }
}
