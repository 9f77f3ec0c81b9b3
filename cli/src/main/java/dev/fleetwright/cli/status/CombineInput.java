package dev.fleetwright.cli.status;

import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.status.Collector;
import dev.fleetwright.status.Row;
import dev.fleetwright.status.RowsDocument;
import dev.fleetwright.status.kinds.StatusKinds;
import dev.fleetwright.status.kinds.StatusKinds.StatusCollector;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collectors and rows from files.
 *
 * @param collectors in the order of the files
 * @param rows null when no file has any
 */
record CombineInput(List<Collector> collectors, @Nullable List<Row> rows, List<Problem> problems) {

  static CombineInput read(List<String> files, InputStream stdin) {
    SourceFiles.Sources sources = SourceFiles.read(files, stdin, Limits.DEFAULT);
    Problems problems = new Problems();
    problems.addAll(sources.problems());
    List<Node> collectors = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    boolean anyRows = false;
    Map<String, Node> seen = new HashMap<>();
    for (Node root : new DocumentReader().read(sources.sources(), problems)) {
      if (root.child("rows") == null || root.child("kind") != null) {
        collectors.add(root);
        continue;
      }
      anyRows = true;
      RowsDocument document = Binder.standard().bind(root, RowsDocument.class, problems);
      if (document != null) {
        addRows(root, document, rows, seen, problems);
      }
    }
    Loaded loaded =
        Kinds.of(Binder.standard(), List.of(StatusKinds.STATUS_COLLECTOR)).bind(collectors);
    problems.addAll(loaded.problems());
    return new CombineInput(
        compile(loaded, problems), anyRows ? rows : null, problems.inOrderOf(sources.sources()));
  }

  /** A second file of rows continues the first. */
  private static void addRows(
      Node root, RowsDocument document, List<Row> rows, Map<String, Node> seen, Problems problems) {
    List<Row> added = document.table(null).rows();
    for (int i = 0; i < added.size(); i++) {
      Node name = root.at("rows[" + i + "].inventory.name");
      String cluster = added.get(i).cluster();
      Node earlier = name == null ? null : seen.putIfAbsent(cluster, name);
      if (earlier != null && name != null) {
        problems.add(
            name.problem(
                "duplicate-row",
                "the cluster \"" + cluster + "\" has two rows; the first is at " + earlier.place(),
                "remove or rename one of them"));
      }
    }
    rows.addAll(added);
  }

  private static List<Collector> compile(Loaded loaded, Problems problems) {
    List<Collector> compiled = new ArrayList<>();
    for (Loaded.Typed<StatusCollector> typed : loaded.of(StatusCollector.class)) {
      Node root = typed.document().root();
      Node spec = root.child("spec");
      switch (Collector.compile(typed.document().name(), typed.value().spec())) {
        case Checked.Valid<Collector>(Collector collector) -> compiled.add(collector);
        case Checked.Invalid<Collector>(List<Problem> found) ->
            found.forEach(problem ->
                problems.add(spec == null ? root.relocate(problem) : spec.relocate(problem)));
      }
    }
    return compiled;
  }
}
