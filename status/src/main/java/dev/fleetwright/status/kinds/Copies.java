package dev.fleetwright.status.kinds;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collections as the records keep them: never null, and nobody else can change them. */
final class Copies {

  private Copies() {}

  static <T> List<T> of(@Nullable List<T> list) {
    return list == null || list.isEmpty() ? List.of() : List.copyOf(list);
  }
}
