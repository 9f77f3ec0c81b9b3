package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.why.PlacedFacts;
import dev.fleetwright.hub.why.PlacedTrees;
import dev.fleetwright.hub.why.Tree;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.why.WhyObject;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "why",
    description = {
      "Say why a world, a binding, a release, a release target, a catalog, a work or any object"
          + " that is placed is as it is:",
      "one tree from the symptom to the deepest cause, then the causes once more, with what to do."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright why world/anvil-sample-world -n anvil-demo",
      "  fleetwright why deployment/nginx -n web",
      "",
      "What is in order is folded when something is not; --all shows it.",
      "Exits 1 when something in the tree is wrong, or when there is no such object."
    })
public final class WhyCommand implements Callable<Integer> {

  enum Format {
    tree,
    json,
    yaml
  }

  private static final int SHOWN_CAUSES = 3;

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "KIND/NAME",
      description =
          "world/NAME, binding/NAME, release/NAME, releasetarget/NAME, catalog/NAME, work/NAME, or"
              + " any kind of the hub: deployment/NAME")
  private String object = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "Its namespace; without it all are looked through.")
  private @Nullable String namespace;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "tree",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.tree;

  @Option(
      names = "--all",
      description = "Show also what is below findings that are in order; json and yaml always do.")
  private boolean all;

  public WhyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    KindName wanted = KindName.parse(spec, object);
    NamespaceOptions.check(spec, namespace);
    return server.ask(console, "why", client -> explain(client, wanted));
  }

  private int explain(KubernetesClient client, KindName wanted) {
    Optional<WhyObject> kind = WhyObject.named(wanted.kind());
    Optional<Tree> tree =
        kind.isPresent() ? ours(client, kind.get(), wanted.name()) : placed(client, wanted);
    tree.ifPresent(this::print);
    return tree.isEmpty() || tree.get().has(Mark.BAD) ? ExitCode.NO : ExitCode.YES;
  }

  private Optional<Tree> ours(KubernetesClient client, WhyObject kind, String name) {
    List<? extends HasMetadata> found = kind.find(client, namespace, name);
    if (found.size() != 1) {
      console.err().println(notFound(client, kind, name, found.size()));
      return Optional.empty();
    }
    Optional<Tree> tree =
        WhyObject.explain(client, found.getFirst(), HubConfig.NAMESPACE, Instant.now());
    if (tree.isEmpty()) {
      console
          .err()
          .println("fleetwright why: " + object + " belongs to no world, or its world is gone");
    }
    return tree;
  }

  private Optional<Tree> placed(KubernetesClient client, KindName wanted) {
    return switch (PlacedFacts.read(client, wanted.kind(), namespace, wanted.name())) {
      case Checked.Valid<PlacedFacts>(PlacedFacts facts) -> Optional.of(PlacedTrees.of(facts));
      case Checked.Invalid<PlacedFacts>(List<Problem> problems) -> {
        for (Problem problem : problems) {
          console.err().println("fleetwright why: " + problem.message());
          console.err().println("Next: " + problem.nextStep());
        }
        yield Optional.empty();
      }
    };
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
            .map(one ->
                one.getMetadata().getNamespace() == null
                    ? one.getMetadata().getName()
                    : one.getMetadata().getNamespace() + "/" + one.getMetadata().getName())
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
        boolean folds = !all && (tree.has(Mark.BAD) || tree.has(Mark.WAITING));
        draw(folds ? tree.folded() : tree, "", "", out);
        console.out().print(out);
        causes(tree);
      }
      case json -> console.out().print(Machine.json(plain(tree)));
      case yaml -> console.out().print(Machine.yaml(plain(tree)));
    }
    console.out().flush();
  }

  /** The deepest causes once more, where the eye ends. */
  private void causes(Tree tree) {
    if (!tree.has(Mark.BAD)) {
      return;
    }
    List<Tree> causes = tree.causes();
    console.out().println();
    for (Tree cause : causes.subList(0, Math.min(SHOWN_CAUSES, causes.size()))) {
      console.out().println(console.bold("Cause: ") + cause.text());
      cause.children().stream()
          .filter(child -> child.mark() == Mark.NOTE)
          .limit(SHOWN_CAUSES)
          .forEach(child -> console.out().println("       " + child.text()));
      cause.toDo().forEach(line -> console.out().println("       → " + line));
    }
    if (causes.size() > SHOWN_CAUSES) {
      console.out().println("and " + (causes.size() - SHOWN_CAUSES) + " more causes");
    }
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
      case TO_DO -> console.bold("→");
    };
  }

  private static Map<String, Object> plain(Tree tree) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", tree.text());
    map.put("mark", tree.mark().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    map.put("children", tree.children().stream().map(WhyCommand::plain).toList());
    return map;
  }
}
