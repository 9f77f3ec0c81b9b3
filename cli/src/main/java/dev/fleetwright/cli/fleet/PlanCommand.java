package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.hub.catalog.CatalogReconciler;
import dev.fleetwright.hub.catalog.CatalogShelf;
import dev.fleetwright.hub.plan.PlannedFleet;
import dev.fleetwright.hub.plan.PreviewLine;
import dev.fleetwright.hub.plan.PreviewLine.Sign;
import dev.fleetwright.hub.plan.PreviewLine.Subject;
import dev.fleetwright.render.Library;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "plan",
    description = {
      "Say what applying files would change: the objects themselves (by a dry run of the server),"
          + " and what follows:",
      "bindings, the release of each module at each cluster, and the objects at each cluster (by a"
          + " dry run there, where the kubeconfig",
      "has a context of the cluster's name). Nothing is written. Files that are gone delete"
          + " nothing: apply does not either."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright plan -f next/",
      "",
      "Exits 1 when the server refuses something, or a catalog or world would be wrong."
    })
public final class PlanCommand implements Callable<Integer> {

  enum Format {
    text,
    json,
    yaml
  }

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private FileObjects files = new FileObjects();

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.text;

  public PlanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<List<GenericKubernetesResource>> objects = files.read(console);
    return objects.isEmpty()
        ? ExitCode.NO
        : server.ask(console, "plan", client -> plan(client, objects.get()));
  }

  private int plan(KubernetesClient client, List<GenericKubernetesResource> wanted) {
    DryRun dryRun = new DryRun(new ServedObjects(client, files.namespace()));
    List<PlannedObject> objects = wanted.stream().map(dryRun::of).toList();
    PlannedFleet fleet =
        new PlannedFleet(
            client,
            objects.stream()
                .filter(object -> object.sign() != Sign.WRONG)
                .map(PlannedObject::after)
                .toList());
    CatalogShelf catalogs = fleet.catalogs(Library.builtIn());
    SortedMap<String, List<String>> broken = broken(catalogs);
    List<PreviewLine> decided = fleet.preview(catalogs.library(), Instant.now());
    List<PreviewLine> lines;
    try (ClusterDryRun clusters = new ClusterDryRun(server::cluster)) {
      lines = clusters.of(decided);
      if (!clusters.unasked().isEmpty()) {
        console
            .err()
            .println(
                clusters.unasked().size()
                    + " clusters could not be asked ("
                    + clusters.unasked().stream().limit(5).collect(Collectors.joining(", "))
                    + "): the kubeconfig has no context of their name that answers; what changes"
                    + " there is told from their works");
      }
    }
    switch (format) {
      case text -> print(objects, broken, lines);
      case json -> console.out().print(Machine.json(plain(objects, broken, lines)));
      case yaml -> console.out().print(Machine.yaml(plain(objects, broken, lines)));
    }
    console.out().flush();
    boolean wrong =
        !broken.isEmpty()
            || objects.stream().anyMatch(object -> object.sign() == Sign.WRONG)
            || lines.stream().anyMatch(line -> line.sign() == Sign.WRONG);
    return wrong ? ExitCode.NO : ExitCode.YES;
  }

  /** The mistakes of the catalogs as they would be read together, by name. */
  private static SortedMap<String, List<String>> broken(CatalogShelf catalogs) {
    SortedMap<String, List<String>> broken = new TreeMap<>();
    catalogs
        .verdicts()
        .forEach((name, verdict) -> {
          if (!verdict.problems().isEmpty()) {
            broken.put(name, CatalogReconciler.errors(verdict.problems()));
          }
        });
    return broken;
  }

  private void print(
      List<PlannedObject> objects,
      SortedMap<String, List<String>> broken,
      List<PreviewLine> lines) {
    console.out().println("objects of the files");
    for (PlannedObject object : objects) {
      if (!object.isUnchanged()) {
        console.out().println("  " + painted(object.sign()) + " " + object.text());
      }
    }
    long same = objects.stream().filter(PlannedObject::isUnchanged).count();
    if (same > 0) {
      console.out().println("    " + same + " unchanged");
    }
    broken.forEach((name, errors) -> {
      console.out().println("catalog " + name + ": it would count as it last was good, if ever");
      errors.forEach(error -> console.out().println("  " + painted(Sign.WRONG) + " " + error));
    });
    Map<String, List<PreviewLine>> byHeading =
        lines.stream()
            .collect(
                Collectors.groupingBy(
                    PlanCommand::heading, LinkedHashMap::new, Collectors.toList()));
    byHeading.forEach((heading, below) -> {
      console.out().println(heading);
      below.forEach(line -> console.out().println("  " + painted(line.sign()) + " " + line.text()));
    });
    console.out().println(summary(objects, lines));
  }

  private static String heading(PreviewLine line) {
    return "world "
        + line.world().namespace()
        + "/"
        + line.world().name()
        + ": "
        + word(line.subject())
        + (line.cluster().isEmpty() ? "" : " at " + line.cluster());
  }

  private static String word(Subject subject) {
    return switch (subject) {
      case WORLD -> "state";
      case BINDING -> "bindings";
      case RELEASE -> "releases";
      case OBJECT -> "objects";
    };
  }

  private String painted(Sign sign) {
    return switch (sign) {
      case ADD -> console.green(sign.symbol());
      case CHANGE, HOLD -> console.yellow(sign.symbol());
      case REMOVE, WRONG -> console.red(sign.symbol());
    };
  }

  private static String summary(List<PlannedObject> objects, List<PreviewLine> lines) {
    SortedMap<Subject, List<PreviewLine>> bySubject =
        lines.stream()
            .collect(
                Collectors.groupingBy(PreviewLine::subject, TreeMap::new, Collectors.toList()));
    List<String> parts = new ArrayList<>();
    parts.add(
        "files "
            + counts(
                objects.stream()
                    .filter(object -> !object.isUnchanged())
                    .map(PlannedObject::sign)
                    .toList()));
    for (Subject subject : List.of(Subject.BINDING, Subject.RELEASE, Subject.OBJECT)) {
      parts.add(
          word(subject)
              + " "
              + counts(
                  bySubject.getOrDefault(subject, List.of()).stream()
                      .map(PreviewLine::sign)
                      .toList()));
    }
    return "Plan: " + String.join("; ", parts);
  }

  private static String counts(List<Sign> signs) {
    List<String> parts = new ArrayList<>();
    for (Sign sign : Sign.values()) {
      long count = signs.stream().filter(one -> one == sign).count();
      if (count > 0 || sign == Sign.ADD || sign == Sign.CHANGE || sign == Sign.REMOVE) {
        parts.add(sign.symbol() + count);
      }
    }
    return String.join(" ", parts);
  }

  private static Map<String, Object> plain(
      List<PlannedObject> objects,
      SortedMap<String, List<String>> broken,
      List<PreviewLine> lines) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("objects", objects.stream().map(PlannedObject::plain).toList());
    if (!broken.isEmpty()) {
      map.put("brokenCatalogs", broken);
    }
    map.put("changes", lines.stream().map(PlanCommand::plain).toList());
    map.put("summary", summary(objects, lines));
    return map;
  }

  private static Map<String, Object> plain(PreviewLine line) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("namespace", line.world().namespace());
    map.put("world", line.world().name());
    map.put("subject", line.subject().name().toLowerCase(java.util.Locale.ROOT));
    map.put("change", line.sign().name().toLowerCase(java.util.Locale.ROOT));
    if (!line.cluster().isEmpty()) {
      map.put("cluster", line.cluster());
    }
    map.put("text", line.text());
    return map;
  }
}
