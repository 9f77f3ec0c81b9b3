package dev.fleetwright.hub.admission;

import dev.fleetwright.capability.reading.WorldDocuments;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.PlacementKinds;
import dev.fleetwright.release.policy.ReleaseKinds;
import dev.fleetwright.release.policy.SnapshotReader;
import dev.fleetwright.render.Library;
import dev.fleetwright.status.Collector;
import dev.fleetwright.status.kinds.StatusKinds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the offline commands would say about one object, by the same readers. What an object says
 * about others is not looked at, since they may come later.
 */
public final class SemanticChecks {

  private static final Set<String> ABOUT_OTHERS =
      Set.of(
          "unknown-release",
          "unknown-rule",
          "unknown-resource",
          "unknown-trait",
          "unknown-policy",
          "unknown-transformer",
          "unknown-provider");

  private static final Kinds RELEASE = Kinds.of(Binder.standard(), ReleaseKinds.ALL);
  private static final Kinds PLACEMENT =
      Kinds.of(
          Binder.standard(),
          List.of(PlacementKinds.BINDING_POLICY, PlacementKinds.CUSTOM_TRANSFORM));
  private static final Kinds STATUS =
      Kinds.of(Binder.standard(), List.of(StatusKinds.STATUS_COLLECTOR));

  private static final Map<String, Function<List<Source>, List<Problem>>> CHECKS = checks();

  private SemanticChecks() {}

  private static Map<String, Function<List<Source>, List<Problem>>> checks() {
    var checks = new HashMap<String, Function<List<Source>, List<Problem>>>();
    for (String kind : List.of("ModuleManifest", "GameDefinition", "WorldInstance")) {
      checks.put("game.platform/" + kind, sources -> WorldDocuments.read(sources).problems());
    }
    for (String kind :
        List.of(
            "Release", "ReleasePolicy", "ReleaseTarget", "Approval", "Freeze", "Pin", "Bypass")) {
      checks.put("release.fleetwright.dev/" + kind, SemanticChecks::release);
    }
    checks.put("release.fleetwright.dev/Catalog", SemanticChecks::catalog);
    for (String kind : List.of("BindingPolicy", "CustomTransform")) {
      checks.put("control.kubestellar.io/" + kind, sources -> PLACEMENT.load(sources).problems());
    }
    checks.put(
        "control.kubestellar.io/StatusCollector", sources -> collector(STATUS.load(sources)));
    return Map.copyOf(checks);
  }

  /** Whether objects of the kind are looked at. */
  public static boolean cover(String group, String kind) {
    return CHECKS.containsKey(group + "/" + kind);
  }

  /**
   * The problems of an object; none for kinds without further meaning.
   *
   * @param text the whole object as JSON
   */
  public static List<Problem> problems(String apiVersion, String kind, String text) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    var check = CHECKS.get(group + "/" + kind);
    return check == null ? List.of() : check.apply(List.of(new Source(kind, text)));
  }

  private static List<Problem> release(List<Source> sources) {
    return SnapshotReader.read(RELEASE.load(sources), "").problems().stream()
        .filter(problem -> !ABOUT_OTHERS.contains(problem.code()))
        .toList();
  }

  private static List<Problem> collector(Loaded loaded) {
    List<Problem> problems = new ArrayList<>(loaded.problems());
    for (Loaded.Typed<StatusKinds.StatusCollector> typed :
        loaded.of(StatusKinds.StatusCollector.class)) {
      Collector.compile(typed.document().name(), typed.value().spec())
          .problems()
          .forEach(problem ->
              problems.add(
                  problem.withPath(problem.path().isEmpty() ? "spec" : "spec." + problem.path())));
    }
    return problems;
  }

  private static List<Problem> catalog(List<Source> sources) {
    Loaded loaded =
        Kinds.of(Binder.standard(), List.of()).allowingOthers().load(sources, Limits.DEFAULT);
    List<Problem> problems = new ArrayList<>(loaded.problems());
    List<Node> documents =
        loaded.others().stream()
            .map(document -> document.root().at("spec.documents"))
            .flatMap(node ->
                node instanceof SequenceNode list ? list.items().stream() : Stream.<Node>empty())
            .toList();
    Checked<Library> library = Library.builtIn().with(documents);
    library.problems().stream()
        .filter(problem -> !ABOUT_OTHERS.contains(problem.code()))
        .forEach(problems::add);
    return problems;
  }
}
