package dev.fleetwright.status;

import dev.fleetwright.cel.CelPath;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares two rows where a collector looks, and nowhere else. */
@SuppressWarnings("ReferenceEquality") // The same instance is the common case, and free to see.
final class ReadPaths {

  private final List<CelPath> paths;

  ReadPaths(Collection<CelPath> paths) {
    this.paths = List.copyOf(paths);
  }

  /** Whether every expression must give the same for both rows. */
  boolean same(Row a, Row b) {
    for (CelPath path : paths) {
      if (!same(path, a, b)) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(CelPath path, Row a, Row b) {
    return switch (path.variable()) {
      case Queryable.INVENTORY -> a.cluster().equals(b.cluster());
      case Queryable.OBJ -> a.obj() == b.obj() || same(path.steps(), 0, a.obj(), b.obj());
      case Queryable.RETURNED ->
          (a.status() == b.status())
              || same(
                  path.steps(),
                  0,
                  a.variable(Queryable.RETURNED, null),
                  b.variable(Queryable.RETURNED, null));
      case Queryable.PROPAGATION -> Objects.equals(a.lastReturnedUpdate(), b.lastReturnedUpdate());
      default -> true;
    };
  }

  private static boolean same(
      List<CelPath.Step> steps, int from, @Nullable Object a, @Nullable Object b) {
    Object left = a;
    Object right = b;
    for (int i = from; i < steps.size() && left != right; i++) {
      // Below an element of a list there is no telling which one: the whole list is compared.
      if (!(steps.get(i) instanceof CelPath.Field(String name))
          || !(left instanceof Map<?, ?> leftMap)
          || !(right instanceof Map<?, ?> rightMap)) {
        break;
      }
      if (leftMap.containsKey(name) != rightMap.containsKey(name)) {
        return false;
      }
      left = leftMap.get(name);
      right = rightMap.get(name);
    }
    return Objects.equals(left, right);
  }
}
