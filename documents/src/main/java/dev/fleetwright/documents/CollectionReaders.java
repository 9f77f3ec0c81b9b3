package dev.fleetwright.documents;

import dev.fleetwright.documents.ScalarNode.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The readers of lists, sets and maps. Absent and null are empty; results cannot be changed. */
final class CollectionReaders {

  private CollectionReaders() {}

  /** What the elements of a collection are. */
  record Element(ValueReader reader, boolean nullable) {

    @Nullable Object read(Node node, Problems problems) {
      return nullable && isNull(node) ? null : reader.read(node, problems);
    }
  }

  static boolean isNull(@Nullable Node node) {
    return node instanceof ScalarNode scalar && scalar.kind() == Kind.NULL;
  }

  static ValueReader list(Element element) {
    return new ValueReader() {
      @Override
      Object read(Node node, Problems problems) {
        List<@Nullable Object> values = items(node, this, element, problems);
        return values == null ? FAILED : Collections.unmodifiableList(values);
      }

      @Override
      Object absent() {
        return List.of();
      }

      @Override
      String wanted() {
        return "a list";
      }
    };
  }

  static ValueReader set(Element element) {
    return new ValueReader() {
      @Override
      Object read(Node node, Problems problems) {
        List<@Nullable Object> values = items(node, this, element, problems);
        if (values == null || !(node instanceof SequenceNode sequence)) {
          return values == null ? FAILED : Set.of();
        }
        Set<@Nullable Object> set = LinkedHashSet.newLinkedHashSet(values.size());
        boolean sound = true;
        for (int i = 0; i < values.size(); i++) {
          if (!set.add(values.get(i))) {
            sound = false;
            Node again = sequence.items().get(i);
            int first = values.indexOf(values.get(i));
            problems.error(() ->
                again.problem(
                    "duplicate-value",
                    "the value is given twice; the first is " + sequence.items().get(first).path(),
                    "remove one of them"));
          }
        }
        return sound ? Collections.unmodifiableSet(set) : FAILED;
      }

      @Override
      Object absent() {
        return Set.of();
      }

      @Override
      String wanted() {
        return "a list";
      }
    };
  }

  private static @Nullable List<@Nullable Object> items(
      Node node, ValueReader wanted, Element element, Problems problems) {
    if (isNull(node)) {
      return new ArrayList<>();
    }
    if (!(node instanceof SequenceNode sequence)) {
      wanted.wrongType(node, "write it as a list: - …", problems);
      return null;
    }
    List<@Nullable Object> values = new ArrayList<>(sequence.items().size());
    boolean sound = true;
    for (Node item : sequence.items()) {
      Object value = element.read(item, problems);
      sound &= !ValueReader.failed(value);
      values.add(value);
    }
    return sound ? values : null;
  }

  /** Keys are read like values, so that they may be enumerations or parsed text. */
  static ValueReader map(ValueReader keys, Element element) {
    return new ValueReader() {
      @Override
      Object read(Node node, Problems problems) {
        if (isNull(node)) {
          return Map.of();
        }
        if (!(node instanceof MappingNode mapping)) {
          return wrongType(node, problems);
        }
        Map<Object, @Nullable Object> values =
            LinkedHashMap.newLinkedHashMap(mapping.children().size());
        boolean sound = true;
        for (Map.Entry<String, Node> child : mapping.children().entrySet()) {
          Object key =
              keys.equals(ScalarReaders.STRING)
                  ? child.getKey()
                  : keys.read(keyNode(child.getKey(), child.getValue()), problems);
          Object value = element.read(child.getValue(), problems);
          sound &= !failed(key) && !failed(value);
          values.put(key, value);
        }
        return sound ? Collections.unmodifiableMap(values) : FAILED;
      }

      @Override
      Object absent() {
        return Map.of();
      }

      @Override
      String wanted() {
        return "a mapping";
      }
    };
  }

  private static ScalarNode keyNode(String key, Node value) {
    Span span = value.span;
    return new ScalarNode(
        value.path,
        span == null ? null : new Span(span.source(), -1, -1, span.keyStart(), span.keyEnd()),
        Kind.STRING,
        key,
        key,
        ScalarStyle.NONE);
  }
}
