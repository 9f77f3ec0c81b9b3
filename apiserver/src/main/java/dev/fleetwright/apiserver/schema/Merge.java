package dev.fleetwright.apiserver.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a list or map combine when several write them.
 *
 * @param list how server-side apply treats a list
 * @param keys the fields that identify an item of a {@link ListKind#MAP} list
 * @param atomicMap whether server-side apply treats an object as one value
 * @param patchMerge whether strategic merge patch merges a list instead of replacing it
 * @param patchKey the field by which it finds the items; null for lists of plain values
 * @param retainKeys whether strategic merge patch clears the fields that a patch does not name
 */
public record Merge(
    ListKind list,
    List<String> keys,
    boolean atomicMap,
    boolean patchMerge,
    @Nullable String patchKey,
    boolean retainKeys) {
  /** Lists are one value, maps are merged. */
  public static final Merge PLAIN =
      new Merge(ListKind.ATOMIC, List.of(), false, false, null, false);

  /** How the items of a list are owned. */
  public enum ListKind {
    ATOMIC,
    SET,
    MAP
  }
}
