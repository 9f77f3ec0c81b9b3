package dev.fleetwright.documents;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A reader that is found when it is first used, since record types may contain themselves. */
final class Late extends ValueReader {

  private final Supplier<ValueReader> find;
  private volatile @Nullable ValueReader found;

  Late(Supplier<ValueReader> find) {
    this.find = find;
  }

  private ValueReader found() {
    ValueReader reader = found;
    if (reader == null) {
      reader = find.get();
      found = reader;
    }
    return reader;
  }

  @Override
  Object read(Node node, Problems problems) {
    return found().read(node, problems);
  }

  @Override
  String wanted() {
    return found().wanted();
  }
}
