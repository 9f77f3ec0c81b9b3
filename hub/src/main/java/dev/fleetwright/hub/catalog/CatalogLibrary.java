package dev.fleetwright.hub.catalog;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.hub.catalog.CatalogShelf.Verdict;
import dev.fleetwright.render.Library;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The library that worlds are rendered with now. It is compiled anew only when a catalog changes,
 * and remembers what was good of each.
 */
public final class CatalogLibrary implements Supplier<Library> {

  private final Library base;
  private volatile CatalogShelf shelf;
  private SortedMap<String, String> read = new TreeMap<>();
  private Map<String, CatalogContent> good = new HashMap<>();

  public CatalogLibrary(Library base) {
    this.base = base;
    this.shelf = new CatalogShelf(base, new TreeMap<>());
  }

  @Override
  public Library get() {
    return shelf.library();
  }

  /** What became of each catalog that was taken in last. */
  public SortedMap<String, Verdict> verdicts() {
    return shelf.verdicts();
  }

  /**
   * Takes in all catalogs as they are.
   *
   * @return whether something has changed
   */
  public synchronized boolean take(Collection<Catalog> catalogs) {
    SortedMap<String, String> now = new TreeMap<>();
    catalogs.forEach(catalog -> now.put(catalog.getMetadata().getName(), version(catalog)));
    if (now.equals(read)) {
      return false;
    }
    shelf =
        CatalogShelf.of(
            base,
            catalogs.stream()
                .map(catalog -> CatalogEntry.of(catalog).withLastGood(good.get(uid(catalog))))
                .toList());
    Map<String, CatalogContent> kept = new HashMap<>();
    for (Catalog catalog : catalogs) {
      Verdict verdict = shelf.verdicts().get(catalog.getMetadata().getName());
      CatalogContent content =
          verdict == null || verdict.inUse() == null ? good.get(uid(catalog)) : verdict.inUse();
      if (content != null) {
        kept.put(uid(catalog), content);
      }
    }
    good = kept;
    read = now;
    return true;
  }

  private static String version(Catalog catalog) {
    return uid(catalog) + "/" + catalog.getMetadata().getGeneration();
  }

  private static String uid(Catalog catalog) {
    return catalog.getMetadata().getUid();
  }
}
