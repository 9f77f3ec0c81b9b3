package dev.fleetwright.hub.catalog;

import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.Library;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One library of what is built in and of all catalogs. They are read together, as the files of a
 * folder are, so one may refer to what another defines. A catalog with a mistake counts as it last
 * was without one, or not at all; the others are not held up by it.
 *
 * @param verdicts by the name of the catalog
 */
public record CatalogShelf(Library library, SortedMap<String, Verdict> verdicts) {

  /**
   * What became of a catalog.
   *
   * @param inUse what of it is rendered with; null for nothing
   * @param problems why it is not the wanted content
   */
  public record Verdict(@Nullable CatalogContent inUse, List<Problem> problems) {
    public Verdict {
      problems = List.copyOf(problems);
    }
  }

  /** A catalog on its way down: as wanted, then as it last was good, then without anything. */
  private static final class Place {
    final CatalogEntry entry;
    @Nullable CatalogContent content;
    List<Problem> problems = List.of();

    Place(CatalogEntry entry) {
      this.entry = entry;
      this.content = entry.wanted();
    }

    boolean hasOtherGood() {
      CatalogContent good = entry.lastGood();
      return entry.wanted().equals(content)
          && good != null
          && !good.documents().equals(entry.wanted().documents());
    }

    void stepDown() {
      content = hasOtherGood() ? entry.lastGood() : null;
    }

    /** What was blamed for the mistake of another may be as wanted after all. */
    Verdict verdict() {
      boolean isWanted = content != null && content.documents().equals(entry.wanted().documents());
      return isWanted ? new Verdict(entry.wanted(), List.of()) : new Verdict(content, problems);
    }
  }

  /** Puts catalogs on what is built in; the order in which they are given does not matter. */
  public static CatalogShelf of(Library base, Collection<CatalogEntry> catalogs) {
    Map<String, Place> places = new LinkedHashMap<>();
    catalogs.stream()
        .sorted(Comparator.comparing(CatalogEntry::since).thenComparing(CatalogEntry::name))
        .forEach(entry -> places.put(entry.name(), new Place(entry)));
    while (true) {
      switch (library(base, places)) {
        case Checked.Valid<Library>(Library library) -> {
          SortedMap<String, Verdict> verdicts = new TreeMap<>();
          places.forEach((name, place) -> verdicts.put(name, place.verdict()));
          return new CatalogShelf(library, verdicts);
        }
        case Checked.Invalid<Library>(List<Problem> problems) -> blame(places, problems);
      }
    }
  }

  private static Checked<Library> library(Library base, Map<String, Place> places) {
    List<Node> documents = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    places.forEach((name, place) -> {
      if (place.content == null) {
        return;
      }
      try {
        // The name stands first in all paths, to tell whose mistake it is.
        Node root =
            Node.of(Map.of(name, Map.of("spec", Map.of("documents", place.content.documents()))));
        Node catalog = root.child(name);
        if (catalog != null && catalog.at("spec.documents") instanceof SequenceNode list) {
          documents.addAll(list.items());
        }
      } catch (IllegalArgumentException e) {
        problems.add(
            new Problem(
                "unreadable-catalog",
                pathOf(name) + ".spec.documents",
                String.valueOf(e.getMessage()),
                "write flatter documents"));
      }
    });
    return problems.isEmpty() ? base.with(documents) : Checked.invalid(problems);
  }

  /** As a key that is written with quotes wherever it could be misread. */
  private static String pathOf(String name) {
    Node holder = Node.of(Map.of(name, true)).child(name);
    return holder == null ? name : holder.path();
  }

  /**
   * Who is named in a problem gives way. Those who can go back to something good do so first, since
   * the others may only miss what these define.
   */
  private static void blame(Map<String, Place> places, List<Problem> problems) {
    List<Place> blamed = new ArrayList<>();
    places.forEach((name, place) -> {
      List<Problem> own = own(pathOf(name), problems);
      if (!own.isEmpty()) {
        place.problems = own;
        blamed.add(place);
      }
    });
    if (blamed.isEmpty()) {
      // A problem without a place: the youngest that still counts gives way.
      Place youngest =
          places.values().stream().filter(place -> place.content != null).toList().getLast();
      youngest.problems = problems;
      blamed.add(youngest);
    }
    List<Place> able = blamed.stream().filter(Place::hasOtherGood).toList();
    (able.isEmpty() ? blamed : able).forEach(Place::stepDown);
  }

  private static List<Problem> own(String path, List<Problem> problems) {
    String prefix = path + ".spec";
    return problems.stream()
        .filter(problem -> problem.path().startsWith(prefix + "."))
        .map(problem -> problem.withPath("spec" + problem.path().substring(prefix.length())))
        .toList();
  }
}
