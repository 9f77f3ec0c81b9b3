package dev.fleetwright.hub.catalog;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CatalogStatus;
import dev.fleetwright.hub.catalog.CatalogShelf.Verdict;
import dev.fleetwright.hub.client.Cache;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.EventLog;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.work.CanonicalJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes catalogs in, has the worlds rendered anew, and tells in each catalog what is wrong with it.
 * All catalogs are one piece of work, since they are read together.
 */
public final class CatalogReconciler implements Reconciler<CatalogReconciler.All> {

  /** The one key of this controller. */
  public enum All {
    CATALOGS
  }

  private static final int MOST_ERRORS = 20;
  private static final int LONGEST_ERROR = 500;

  /** A status that is too large for the store would never be written. */
  private static final int LARGEST_KEPT = 400_000;

  private final Caches caches;
  private final Writer writer;
  private final EventLog events;
  private final CatalogLibrary library;
  private final Runnable changed;

  /** Calls back when worlds have to be rendered anew. */
  public CatalogReconciler(
      Caches caches, Writer writer, EventLog events, CatalogLibrary library, Runnable changed) {
    this.caches = caches;
    this.writer = writer;
    this.events = events;
    this.library = library;
    this.changed = changed;
  }

  /** A change of a specification is work; our own writing of a status is not. */
  public static void connect(Caches caches, KeyedQueue<All> queue) {
    caches
        .catalogs()
        .onChange((before, now) -> {
          if (!Cache.isSameWish(before, now)) {
            queue.add(All.CATALOGS);
          }
        });
  }

  /** Takes in all catalogs, so that no world is rendered without them. */
  public void load() {
    var _ = library.take(caches.catalogs().all());
  }

  @Override
  public Optional<Instant> reconcile(All all) {
    List<Catalog> catalogs = caches.catalogs().all();
    if (library.take(catalogs)) {
      // A transformer can match any component, so any world may become another.
      changed.run();
    }
    for (Catalog catalog : catalogs) {
      Verdict verdict = library.verdicts().get(catalog.getMetadata().getName());
      if (verdict != null && !catalog.isMarkedForDeletion()) {
        tell(catalog, verdict);
      }
    }
    return Optional.empty();
  }

  private void tell(Catalog catalog, Verdict verdict) {
    CatalogStatus status = status(catalog, verdict);
    CatalogStatus before = catalog.getStatus();
    if (status.equals(before)) {
      return;
    }
    Catalog written = new Catalog();
    written.setMetadata(catalog.getMetadata());
    written.setSpec(catalog.getSpec());
    written.setStatus(status);
    var _ = writer.status(written, Catalog.class, caches.catalogs());
    if (!status.errors().isEmpty()) {
      events.record(
          catalog, "Warning", "InvalidCatalog", status.errors().getFirst() + inUse(status));
    } else if (before != null && !before.errors().isEmpty()) {
      events.record(
          catalog,
          "Normal",
          "CatalogMended",
          "generation " + status.generationInUse() + " is used");
    }
  }

  /** What is rendered with while a catalog has mistakes, as the end of a sentence. */
  public static String inUse(CatalogStatus status) {
    return status.generationInUse() == null
        ? "; nothing of it is used"
        : "; generation " + status.generationInUse() + " stays in use";
  }

  static CatalogStatus status(Catalog catalog, Verdict verdict) {
    Long generation = catalog.getMetadata().getGeneration();
    CatalogContent inUse = verdict.inUse();
    return new CatalogStatus(
        generation == null ? 0 : generation,
        errors(verdict.problems()),
        inUse == null ? null : inUse.generation(),
        kept(verdict));
  }

  private static @Nullable List<Map<String, @Nullable Object>> kept(Verdict verdict) {
    CatalogContent content = verdict.inUse();
    if (content == null
        || verdict.problems().isEmpty()
        || CanonicalJson.size(content.documents()) > LARGEST_KEPT) {
      return null;
    }
    return content.documents();
  }

  /** The mistakes as lines, as many and as long as one can read. */
  public static List<String> errors(List<Problem> problems) {
    List<String> errors = new ArrayList<>();
    for (Problem problem : problems.subList(0, Math.min(MOST_ERRORS, problems.size()))) {
      String text = problem.path() + ": " + problem.inOneLine();
      errors.add(text.length() > LONGEST_ERROR ? text.substring(0, LONGEST_ERROR) + "…" : text);
    }
    if (problems.size() > MOST_ERRORS) {
      errors.add("and " + (problems.size() - MOST_ERRORS) + " more");
    }
    return errors;
  }
}
