package dev.fleetwright.documents;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document that knows its path and, when a person wrote it, its place. Immutable.
 *
 * <p>Trees come from {@link DocumentReader}, with places, and from plain maps and lists through
 * {@link #of(Object)}, without.
 */
public abstract sealed class Node permits MappingNode, SequenceNode, ScalarNode {

  /** No tree is deeper, so that walking one by recursion is safe. */
  static final int DEEPEST = 1_024;

  final Path path;
  final @Nullable Span span;

  Node(Path path, @Nullable Span span) {
    this.path = path;
    this.span = span;
  }

  /** {@code spec.modules[2].name}; empty for a document's root. */
  public String path() {
    return path.toString();
  }

  /** Where the value stands; null when no person wrote it. */
  public @Nullable Place place() {
    return span == null ? null : span.place();
  }

  /** Where the key of this value stands; the value's own place when it has no key. */
  public @Nullable Place keyPlace() {
    return span == null ? null : span.keyPlace();
  }

  /** The value as Map, List, String, Long, Double, Boolean or null; keys in their order. */
  public abstract @Nullable Object plain();

  /** What this is, for messages: {@code the number 3}, {@code a list}. */
  abstract String described();

  abstract Node copy(Path newPath, @Nullable Span newSpan);

  /** The value under a key; null when there is none or this is no mapping. */
  public @Nullable Node child(String key) {
    return this instanceof MappingNode mapping ? mapping.children().get(key) : null;
  }

  /** The value at a relative path such as {@code modules[2].name}; null when there is none. */
  public @Nullable Node at(String relativePath) {
    Node node = this;
    for (Object step : Path.steps(relativePath)) {
      node = node == null ? null : node.step(step);
    }
    return node;
  }

  /** The value at a relative path, or the last one on the way to it that exists. */
  Node nearest(String relativePath) {
    Node node = this;
    for (Object step : Path.steps(relativePath)) {
      Node next = node.step(step);
      if (next == null) {
        return node;
      }
      node = next;
    }
    return node;
  }

  private @Nullable Node step(Object step) {
    if (step instanceof String key) {
      return child(key);
    }
    return this instanceof SequenceNode sequence
            && step instanceof Integer index
            && index < sequence.items().size()
        ? sequence.items().get(index)
        : null;
  }

  /** A problem with this value. */
  public Problem problem(String code, String message, String nextStep) {
    return new Problem(code, path(), message, nextStep).at(place());
  }

  /** A problem with this value that shows best at its key. */
  public Problem keyProblem(String code, String message, String nextStep) {
    return new Problem(code, path(), message, nextStep).at(keyPlace());
  }

  /**
   * Moves a problem that was found in this value, by code that knows nothing of the document, to
   * where it stands in the document: the path is put behind this one's; a place inside a text (an
   * expression, a range) becomes the place in the file; no place becomes the place of the value
   * that the path names, or of the nearest that exists.
   */
  public Problem relocate(Problem inside) {
    Node node = nearest(inside.path());
    Problem moved = inside.withPath(Path.join(path(), inside.path()));
    Place place = inside.place();
    if (node.span == null) {
      return moved;
    }
    if (place == null) {
      boolean exact = at(inside.path()) != null;
      return moved.at(exact ? node.place() : node.keyPlace());
    }
    if (place.source().equals(node.span.source().name())) {
      return moved;
    }
    return moved.at(
        node instanceof ScalarNode scalar
            ? scalar.placeOf(place.line(), place.column(), place.length())
            : node.place());
  }

  /**
   * A tree of plain values: maps, lists, strings, numbers, booleans, null; what a Kubernetes client
   * gives. Keys that are no strings become strings.
   *
   * @throws IllegalArgumentException for other classes, and for nesting deeper than 1,024, which a
   *     map that contains itself has
   */
  public static Node of(@Nullable Object value) {
    return of(value, Path.ROOT, 0);
  }

  private static Node of(@Nullable Object value, Path path, int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException("values nest deeper than " + DEEPEST);
    }
    return switch (value) {
      case null -> ScalarNode.ofPlain(path, ScalarNode.Kind.NULL, "null", null);
      case String text -> ScalarNode.ofPlain(path, ScalarNode.Kind.STRING, text, text);
      case Boolean bool -> ScalarNode.ofPlain(path, ScalarNode.Kind.BOOLEAN, "" + bool, bool);
      case Number number -> number(number, path);
      case Map<?, ?> map -> {
        Map<String, Node> children = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, child) -> {
          String name = String.valueOf(key);
          children.put(name, of(child, path.child(name), depth + 1));
        });
        yield new MappingNode(path, null, children);
      }
      case List<?> list -> {
        List<Node> items = new ArrayList<>(list.size());
        for (Object item : list) {
          items.add(of(item, path.child(items.size()), depth + 1));
        }
        yield new SequenceNode(path, null, items);
      }
      case Node node -> node;
      default ->
          throw new IllegalArgumentException("no plain value: " + value.getClass().getName());
    };
  }

  private static ScalarNode number(Number number, Path path) {
    return switch (number) {
      case Long n -> ScalarNode.ofPlain(path, ScalarNode.Kind.INTEGER, n.toString(), n);
      case Integer n ->
          ScalarNode.ofPlain(path, ScalarNode.Kind.INTEGER, n.toString(), n.longValue());
      case Short n ->
          ScalarNode.ofPlain(path, ScalarNode.Kind.INTEGER, n.toString(), n.longValue());
      case Byte n -> ScalarNode.ofPlain(path, ScalarNode.Kind.INTEGER, n.toString(), n.longValue());
      case BigInteger n ->
          ScalarNode.ofPlain(
              path,
              ScalarNode.Kind.INTEGER,
              n.toString(),
              n.bitLength() < Long.SIZE ? (Object) n.longValue() : n);
      case BigDecimal n ->
          ScalarNode.ofPlain(path, ScalarNode.Kind.FLOAT, n.toString(), n.doubleValue());
      case Float n ->
          ScalarNode.ofPlain(
              path, ScalarNode.Kind.FLOAT, n.toString(), Double.parseDouble(n.toString()));
      default ->
          ScalarNode.ofPlain(path, ScalarNode.Kind.FLOAT, number.toString(), number.doubleValue());
    };
  }

  @Override
  public String toString() {
    return path + "=" + Words.cut(String.valueOf(plain()));
  }
}
