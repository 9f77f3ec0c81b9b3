package dev.fleetwright.hub.why;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CatalogStatus;
import dev.fleetwright.hub.catalog.CatalogReconciler;
import dev.fleetwright.hub.why.Tree.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the hub has said about catalogs, as trees. */
final class CatalogTrees {

  private CatalogTrees() {}

  /** A catalog: whether what stands in it is rendered with. */
  static Tree of(Catalog catalog) {
    CatalogStatus status = catalog.getStatus();
    String name = "catalog " + catalog.getMetadata().getName();
    int size = catalog.getSpec() == null ? 0 : catalog.getSpec().documents().size();
    Long generation = catalog.getMetadata().getGeneration();
    if (status == null || (generation != null && status.observedGeneration() != generation)) {
      return Tree.leaf(name + " is new: no hub has looked at it yet", Mark.WAITING);
    }
    if (status.errors().isEmpty()) {
      return Tree.leaf(name + " is in use: " + size + " documents", Mark.OK);
    }
    List<Tree> children = new ArrayList<>();
    status.errors().forEach(error -> children.add(Tree.leaf(error, Mark.NOTE)));
    children.add(Tree.toDo("mend it; fleetwright plan -f FILE says whether that would do"));
    return new Tree(broken(catalog, status), Mark.BAD, children);
  }

  /** Those with a mistake, for somebody who may render with them. */
  static List<Tree> broken(List<Catalog> catalogs) {
    List<Tree> trees = new ArrayList<>();
    catalogs.stream()
        .sorted(Comparator.comparing(catalog -> catalog.getMetadata().getName()))
        .forEach(catalog -> {
          CatalogStatus status = catalog.getStatus();
          if (status != null && !status.errors().isEmpty()) {
            trees.add(
                new Tree(
                    broken(catalog, status),
                    Mark.NOTE,
                    List.of(
                        Tree.leaf(status.errors().getFirst(), Mark.NOTE),
                        Tree.toDo("fleetwright why catalog/" + catalog.getMetadata().getName()))));
          }
        });
    return trees;
  }

  private static String broken(Catalog catalog, CatalogStatus status) {
    return "catalog "
        + catalog.getMetadata().getName()
        + " has mistakes at generation "
        + status.observedGeneration()
        + CatalogReconciler.inUse(status);
  }
}
