package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.hub.objects.KindWords;
import dev.fleetwright.status.kinds.StatusDetails;
import dev.fleetwright.status.kinds.WorkStatusSpec.SourceRef;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "returned",
    description = {
      "Show the full state that every cluster has reported of one object, straight from the"
          + " mailboxes.",
      "It is read and printed page by page; nothing is stored."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright returned deployment/physics --clusters environment=production -o json",
      "",
      "Exits 1 when no cluster has reported such an object."
    })
public final class ReturnedCommand implements Callable<Integer> {

  enum Format {
    yaml,
    json,
    name
  }

  private static final int MOST_REMEMBERED = 10;

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      paramLabel = "KIND/NAME",
      description = "Kind, plural or short name, in any case: deployment/physics.")
  private String object = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description =
          "The object's namespace at the clusters, which for objects of a world is one of its own;"
              + " all by default.")
  private @Nullable String namespace;

  @Option(
      names = "--clusters",
      paramLabel = "SELECTOR",
      description = "Only clusters whose labels match, as in kubectl -l.")
  private @Nullable String clusters;

  @Option(
      names = "--page",
      paramLabel = "N",
      defaultValue = "500",
      description = "Objects to ask for at once (${DEFAULT-VALUE}).")
  private long page = 500;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "0",
      description = "Stop after so many; 0 for all.")
  private long limit;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "${COMPLETION-CANDIDATES}; json is one object a line.")
  private Format format = Format.yaml;

  private long printed;
  private final SortedSet<String> kinds = new TreeSet<>();
  private final SortedSet<String> names = new TreeSet<>();
  private final SortedSet<String> namespaces = new TreeSet<>();

  public ReturnedCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    KindName wanted = KindName.parse(spec, object);
    if (page < 1 || limit < 0) {
      throw new ParameterException(
          spec.commandLine(), "--page must be at least 1, and --limit not negative");
    }
    NamespaceOptions.check(spec, namespace);
    return server.ask(console, "returned", client -> show(client, wanted.kind(), wanted.name()));
  }

  /**
   * The word itself, and the kinds that the server has for it, by a short name for instance;
   * clusters may report kinds that the hub does not serve.
   */
  private static List<String> kinds(KubernetesClient client, String word) {
    return Stream.concat(
            Stream.of(word),
            KindWords.find(client, word).stream()
                .map(type -> type.kind() + (type.group().isEmpty() ? "" : "." + type.group())))
        .map(kind -> kind.toLowerCase(Locale.ROOT))
        .distinct()
        .toList();
  }

  private int show(KubernetesClient client, String word, String name) {
    List<String> wanted = kinds(client, word);
    if (clusters == null) {
      pages(client, null, wanted, name);
    } else {
      SortedSet<String> selected = new TreeSet<>();
      client
          .resources(ManagedCluster.class)
          .withLabelSelector(clusters)
          .list()
          .getItems()
          .forEach(cluster -> selected.add(cluster.getMetadata().getName()));
      if (selected.isEmpty()) {
        console.err().println("fleetwright returned: no cluster has the labels " + clusters);
        return ExitCode.NO;
      }
      for (String cluster : selected) {
        if (isFull()) {
          break;
        }
        pages(client, cluster, wanted, name);
      }
    }
    console.out().flush();
    if (printed == 0) {
      notFound(word);
      return ExitCode.NO;
    }
    return ExitCode.YES;
  }

  /** What there is instead, from what went by. */
  private void notFound(String kind) {
    console
        .err()
        .println(
            "fleetwright returned: no cluster has reported "
                + object
                + (namespace == null ? "" : " in " + namespace)
                + (clusters == null ? "" : " among those with " + clusters));
    if (!namespaces.isEmpty()) {
      console.err().println("It is reported in other namespaces: " + some(namespaces));
    } else if (!names.isEmpty()) {
      console.err().println("Reported as " + kind + ": " + some(names));
    } else {
      console
          .err()
          .println(
              kinds.isEmpty()
                  ? "No object at all is reported there."
                  : "No " + kind + " at all is reported; the kinds are " + some(kinds));
    }
  }

  private static String some(SortedSet<String> words) {
    return words.size() < MOST_REMEMBERED
        ? String.join(", ", words)
        : String.join(", ", words) + ", …";
  }

  /** Bounded, since nothing of what goes by is kept. */
  private static void remember(SortedSet<String> words, String word) {
    if (words.size() < MOST_REMEMBERED) {
      words.add(word);
    }
  }

  private boolean isFull() {
    return limit > 0 && printed >= limit;
  }

  private void pages(
      KubernetesClient client, @Nullable String cluster, List<String> wanted, String name) {
    String next = null;
    do {
      var options = new ListOptionsBuilder().withLimit(page).withContinue(next).build();
      KubernetesResourceList<WorkStatus> list =
          cluster == null
              ? client.resources(WorkStatus.class).inAnyNamespace().list(options)
              : client.resources(WorkStatus.class).inNamespace(cluster).list(options);
      for (WorkStatus report : list.getItems()) {
        SourceRef source = report.getSpec().sourceRef();
        remember(kinds, source.kind() == null ? source.resource() : source.kind());
        if (isOneOf(source, wanted)) {
          remember(names, source.name());
          if (source.name().equals(name)) {
            remember(namespaces, String.valueOf(source.namespace()));
            if (!isFull() && isIn(source)) {
              print(report);
            }
          }
        }
      }
      next = list.getMetadata().getContinue();
    } while (next != null && !next.isEmpty() && !isFull());
  }

  private static boolean isOneOf(SourceRef source, List<String> wanted) {
    String plural = source.resource().toLowerCase(Locale.ROOT);
    String actual = source.kind() == null ? "" : source.kind().toLowerCase(Locale.ROOT);
    String group = source.group() == null ? "" : source.group();
    return wanted.contains(actual)
        || wanted.contains(plural)
        || wanted.contains(plural + "." + group)
        || wanted.contains(actual + "." + group);
  }

  private boolean isIn(SourceRef source) {
    return namespace == null || namespace.equals(source.namespace());
  }

  private void print(WorkStatus report) {
    printed++;
    switch (format) {
      case name ->
          console
              .out()
              .println(report.getMetadata().getNamespace() + "/" + report.getMetadata().getName());
      case json -> console.out().println(oneLine(Machine.json(plain(report))));
      case yaml -> {
        console.out().println("---");
        console.out().print(Machine.yaml(plain(report)));
      }
    }
  }

  private static String oneLine(String json) {
    return json.lines().map(String::strip).reduce("", String::concat);
  }

  private static Map<String, @Nullable Object> plain(WorkStatus report) {
    SourceRef source = report.getSpec().sourceRef();
    StatusDetails details = report.statusDetails();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("cluster", report.getMetadata().getNamespace());
    map.put("group", source.group());
    map.put("kind", source.kind());
    map.put("namespace", source.namespace());
    map.put("name", source.name());
    map.put("reportedAt", details == null ? null : details.lastReturnedUpdateTimestamp());
    map.put("status", report.reported());
    return map;
  }
}
