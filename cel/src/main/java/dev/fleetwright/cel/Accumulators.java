package dev.fleetwright.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What map(), filter() and the like collect into. Appending in place instead of copying keeps them
 * linear; nobody else can see an accumulator before its comprehension closes it.
 */
final class Accumulators {

  private Accumulators() {}

  static final class OpenList extends ArrayList<@Nullable Object> {
    private static final long serialVersionUID = 1L;
    boolean open = true;
  }

  static final class OpenMap extends LinkedHashMap<Object, @Nullable Object> {
    private static final long serialVersionUID = 1L;
    boolean open = true;
  }

  static void close(@Nullable Object accumulator) {
    if (accumulator instanceof OpenList list) {
      list.open = false;
    } else if (accumulator instanceof OpenMap map) {
      map.open = false;
    }
  }
}
