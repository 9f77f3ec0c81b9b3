package dev.fleetwright.hub.catalog;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CatalogStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A catalog that is to be rendered with.
 *
 * @param since when it was made; of two that define the same the older one counts
 * @param lastGood what of it was rendered with before; null when nothing was, or nobody knows
 */
public record CatalogEntry(
    String name, String since, CatalogContent wanted, @Nullable CatalogContent lastGood) {

  /** A catalog as it is stored; a hub that starts knows no more of it. */
  public static CatalogEntry of(Catalog catalog) {
    CatalogContent wanted = content(catalog);
    return new CatalogEntry(
        catalog.getMetadata().getName(),
        Objects.requireNonNullElse(catalog.getMetadata().getCreationTimestamp(), "~"),
        wanted,
        lastGood(wanted, catalog.getStatus()));
  }

  /** The same when nothing is known. */
  public CatalogEntry withLastGood(@Nullable CatalogContent known) {
    return known == null ? this : new CatalogEntry(name, since, wanted, known);
  }

  private static CatalogContent content(Catalog catalog) {
    Long generation = catalog.getMetadata().getGeneration();
    return new CatalogContent(
        generation == null ? 0 : generation,
        catalog.getSpec() == null ? List.of() : catalog.getSpec().documents());
  }

  private static @Nullable CatalogContent lastGood(
      CatalogContent wanted, @Nullable CatalogStatus status) {
    if (status == null || status.generationInUse() == null) {
      return null;
    }
    if (status.lastGood() != null) {
      return new CatalogContent(status.generationInUse(), status.lastGood());
    }
    return status.generationInUse() == wanted.generation() ? wanted : null;
  }
}
