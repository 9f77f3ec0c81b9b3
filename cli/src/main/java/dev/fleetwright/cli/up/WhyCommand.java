package dev.fleetwright.cli.up;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.why.Tree;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.why.WhyObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "why",
    description =
        "Say why a world, a binding, a release target or a work is as it is: the tree of what"
            + " happened so far.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright why world/anvil-sample-world -n anvil-demo",
      "",
      "Exits 1 when something in the tree is wrong, or when there is no such object."
    })
public final class WhyCommand implements Callable<Integer> {

  enum Format {
    tree,
    json,
    yaml
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "KIND/NAME",
      description = "world/NAME, binding/NAME, releasetarget/NAME or work/NAME")
  private String object = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "Its namespace; without it all are looked through.")
  private @Nullable String namespace;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Default: KUBECONFIG, else the one of fleetwright up, else the one in the home folder.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "tree",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.tree;

  public WhyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    String[] parts = object.split("/", -1);
    WhyObject kind =
        WhyObject.named(parts[0])
            .filter(_ -> parts.length == 2 && !parts[1].isEmpty())
            .orElseThrow(() ->
                new ParameterException(
                    spec.commandLine(),
                    "expected world/NAME, binding/NAME, releasetarget/NAME or work/NAME, not "
                        + object));
    try (KubernetesClient client = Kubeconfigs.client(kubeconfig)) {
      List<? extends HasMetadata> found = kind.find(client, namespace, parts[1]);
      if (found.size() != 1) {
        console.err().println(notFound(client, kind, parts[1], found.size()));
        return ExitCode.NO;
      }
      Optional<Tree> tree = WhyObject.explain(client, found.getFirst(), HubConfig.NAMESPACE);
      if (tree.isEmpty()) {
        console
            .err()
            .println("fleetwright why: " + object + " belongs to no world, or its world is gone");
        return ExitCode.NO;
      }
      print(tree.get());
      return isBad(tree.get()) ? ExitCode.NO : ExitCode.YES;
    } catch (IOException e) {
      console.err().println("fleetwright why: " + e.getMessage());
      console
          .err()
          .println("Next: start it with  fleetwright up , or name a file with --kubeconfig");
      return ExitCode.NO;
    } catch (KubernetesClientException e) {
      String reason =
          e.getCause() == null ? String.valueOf(e.getMessage()) : e.getCause().toString();
      console
          .err()
          .println(
              "fleetwright why: the API server cannot be asked: "
                  + reason.lines().findFirst().orElse(""));
      console.err().println("Next: is  fleetwright up  running? Check with  fleetwright doctor");
      return ExitCode.NO;
    }
  }

  private String notFound(KubernetesClient client, WhyObject kind, String name, int found) {
    if (found > 1) {
      return "fleetwright why: "
          + found
          + " namespaces have a "
          + kind.word()
          + " "
          + name
          + "; choose one with -n";
    }
    List<String> known =
        kind.find(client, null, null).stream()
            .map(one -> one.getMetadata().getNamespace() + "/" + one.getMetadata().getName())
            .sorted()
            .toList();
    return "fleetwright why: there is no "
        + kind.word()
        + " "
        + name
        + (namespace == null ? "" : " in " + namespace)
        + (known.isEmpty()
            ? "; there are none at all"
            : "; there are " + String.join(", ", known.stream().limit(10).toList()));
  }

  private void print(Tree tree) {
    switch (format) {
      case tree -> {
        StringBuilder out = new StringBuilder();
        draw(tree, "", "", out);
        console.out().print(out);
      }
      case json -> console.out().print(Machine.json(plain(tree)));
      case yaml -> console.out().print(Machine.yaml(plain(tree)));
    }
    console.out().flush();
  }

  private void draw(Tree tree, String first, String rest, StringBuilder out) {
    out.append(first).append(symbol(tree.mark())).append(' ').append(tree.text()).append('\n');
    for (int i = 0; i < tree.children().size(); i++) {
      boolean last = i == tree.children().size() - 1;
      draw(
          tree.children().get(i),
          rest + (last ? "└─ " : "├─ "),
          rest + (last ? "   " : "│  "),
          out);
    }
  }

  private String symbol(Mark mark) {
    return switch (mark) {
      case OK -> console.green("✓");
      case WAITING -> console.yellow("…");
      case BAD -> console.red("✗");
      case NOTE -> "·";
    };
  }

  private static boolean isBad(Tree tree) {
    return tree.mark() == Mark.BAD || tree.children().stream().anyMatch(WhyCommand::isBad);
  }

  private static Map<String, Object> plain(Tree tree) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", tree.text());
    map.put("mark", tree.mark().name().toLowerCase(Locale.ROOT));
    map.put("children", tree.children().stream().map(WhyCommand::plain).toList());
    return map;
  }
}
