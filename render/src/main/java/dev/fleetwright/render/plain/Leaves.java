package dev.fleetwright.render.plain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The single values of a tree by their paths. */
public final class Leaves {

  private Leaves() {}

  /** Paths with their values, in the order of the tree; empty maps and lists are leaves too. */
  public static Map<String, @Nullable Object> of(@Nullable Object tree) {
    Map<String, @Nullable Object> leaves = new LinkedHashMap<>();
    collect(tree, Paths.ROOT, leaves);
    return leaves;
  }

  private static void collect(
      @Nullable Object value, Paths path, Map<String, @Nullable Object> leaves) {
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() ->
          map.forEach((key, child) -> collect(child, path.child("" + key), leaves));
      case List<?> list when !list.isEmpty() -> {
        for (int i = 0; i < list.size(); i++) {
          collect(list.get(i), path.child(i), leaves);
        }
      }
      case null, default -> leaves.put(path.toString(), value);
    }
  }
}
