package dev.fleetwright.cel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** List and map literals. */
final class LiteralNode {

  private LiteralNode() {}

  /** One element or value; an optional one ({@code ?x}) is left out when it is none. */
  record Item(Node node, boolean optional) {}

  record Entry(Node key, Item value) {}

  static final class ListLiteral extends Node {
    private final List<Item> items;

    ListLiteral(long id, List<Item> items) {
      super(id);
      this.items = List.copyOf(items);
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1 + items.size(), id);
      List<@Nullable Object> list = new ArrayList<>(items.size());
      for (Item item : items) {
        Object value = item.node.eval(frame);
        if (item.optional) {
          Opt opt = requireOptional(item.node.id, value);
          if (opt.present()) {
            list.add(opt.value());
          }
        } else {
          list.add(value);
        }
      }
      return Collections.unmodifiableList(list);
    }
  }

  static final class MapLiteral extends Node {
    private final List<Entry> entries;

    MapLiteral(long id, List<Entry> entries) {
      super(id);
      this.entries = List.copyOf(entries);
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1 + entries.size(), id);
      Map<Object, @Nullable Object> map = new LinkedHashMap<>();
      for (Entry entry : entries) {
        Object key = entry.key.eval(frame);
        Object value = entry.value.node.eval(frame);
        if (entry.value.optional) {
          Opt opt = requireOptional(entry.value.node.id, value);
          if (!opt.present()) {
            continue;
          }
          value = opt.value();
        }
        insert(map, key, value, entry.key.id);
      }
      return map;
    }
  }

  private static Opt requireOptional(long id, @Nullable Object value) {
    if (value instanceof Opt opt) {
      return opt;
    }
    throw Node.noOverload(id, "\"?\" before an entry", value);
  }

  static void insert(
      Map<Object, @Nullable Object> map, @Nullable Object key, @Nullable Object value, long id) {
    if (key == null || !Maps.isKey(key)) {
      throw Node.noOverload(id, "the key of a map", key);
    }
    if (Maps.find(map, key) != Marker.MISSING) {
      StringBuilder shown = new StringBuilder();
      if (key instanceof String text) {
        CelJson.appendString(shown, text.length() > 100 ? text.substring(0, 100) + "…" : text);
      } else {
        shown.append(key);
      }
      throw EvalError.of(
          "duplicate-key", id, "the key " + shown + " stands twice in a map", "use each key once");
    }
    map.put(key, value);
  }
}
