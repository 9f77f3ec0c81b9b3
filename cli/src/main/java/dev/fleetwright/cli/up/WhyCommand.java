package dev.fleetwright.cli.up;

import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.why.Tree;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.why.Why;
import dev.fleetwright.hub.why.WorldFacts;
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
    description = "Say why a world is as it is: the tree of what happened so far, step by step.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright why world/anvil-sample-world -n anvil-demo",
      "",
      "Exits 1 when something in the tree is wrong, or when there is no such world."
    })
public final class WhyCommand implements Callable<Integer> {

  enum Format {
    tree,
    json,
    yaml
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "KIND/NAME", description = "world/NAME")
  private String object = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "Its namespace; without it the world is looked for in all.")
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
    String name = worldName();
    try (KubernetesClient client = Kubeconfigs.client(kubeconfig)) {
      Optional<String> in = Optional.ofNullable(namespace).or(() -> namespaceOf(client, name));
      Optional<WorldFacts> facts =
          in.flatMap(ns -> WorldFacts.read(client, ns, name, HubConfig.NAMESPACE));
      if (facts.isEmpty()) {
        console.err().println(notFound(client, name));
        return ExitCode.NO;
      }
      Tree tree = Why.world(facts.get());
      print(tree);
      return isBad(tree) ? ExitCode.NO : ExitCode.YES;
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

  private String worldName() {
    String[] parts = object.split("/", -1);
    if (parts.length != 2
        || parts[1].isEmpty()
        || !List.of("world", "worlds", "worldinstance", "worldinstances")
            .contains(parts[0].toLowerCase(Locale.ROOT))) {
      throw new ParameterException(spec.commandLine(), "expected world/NAME, not " + object);
    }
    return parts[1];
  }

  private static Optional<String> namespaceOf(KubernetesClient client, String name) {
    List<String> found =
        client.resources(WorldInstance.class).inAnyNamespace().list().getItems().stream()
            .filter(world -> world.getMetadata().getName().equals(name))
            .map(world -> world.getMetadata().getNamespace())
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private String notFound(KubernetesClient client, String name) {
    List<String> known =
        client.resources(WorldInstance.class).inAnyNamespace().list().getItems().stream()
            .map(world -> world.getMetadata().getNamespace() + "/" + world.getMetadata().getName())
            .sorted()
            .toList();
    long same = known.stream().filter(world -> world.endsWith("/" + name)).count();
    if (namespace == null && same > 1) {
      return "fleetwright why: "
          + same
          + " namespaces have a world "
          + name
          + "; choose one with -n";
    }
    return "fleetwright why: there is no world "
        + name
        + (namespace == null ? "" : " in " + namespace)
        + (known.isEmpty()
            ? "; there are no worlds at all"
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
