package dev.fleetwright.documents;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list. */
public final class SequenceNode extends Node {

  private final List<Node> items;

  SequenceNode(Path path, @Nullable Span span, List<Node> items) {
    super(path, span);
    this.items = Collections.unmodifiableList(items);
  }

  public List<Node> items() {
    return items;
  }

  @Override
  public List<@Nullable Object> plain() {
    List<@Nullable Object> plain = new ArrayList<>(items.size());
    for (Node item : items) {
      plain.add(item.plain());
    }
    return Collections.unmodifiableList(plain);
  }

  @Override
  String described() {
    return items.isEmpty() ? "an empty list" : "a list";
  }

  @Override
  SequenceNode copy(Path newPath, @Nullable Span newSpan) {
    List<Node> copies = new ArrayList<>(items.size());
    for (Node item : items) {
      copies.add(item.copy(newPath.child(copies.size()), item.span));
    }
    return new SequenceNode(newPath, newSpan, copies);
  }
}
