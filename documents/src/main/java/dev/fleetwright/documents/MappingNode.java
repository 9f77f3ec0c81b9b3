package dev.fleetwright.documents;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping: values under keys, in the order in which they were written. */
public final class MappingNode extends Node {

  private final Map<String, Node> children;

  MappingNode(Path path, @Nullable Span span, Map<String, Node> children) {
    super(path, span);
    this.children = Collections.unmodifiableMap(children);
  }

  public Map<String, Node> children() {
    return children;
  }

  @Override
  public Map<String, @Nullable Object> plain() {
    Map<String, @Nullable Object> plain = LinkedHashMap.newLinkedHashMap(children.size());
    children.forEach((key, child) -> plain.put(key, child.plain()));
    return Collections.unmodifiableMap(plain);
  }

  @Override
  String described() {
    return children.isEmpty() ? "an empty mapping" : "a mapping";
  }

  @Override
  MappingNode copy(Path newPath, @Nullable Span newSpan) {
    Map<String, Node> copies = LinkedHashMap.newLinkedHashMap(children.size());
    children.forEach((key, child) -> copies.put(key, child.copy(newPath.child(key), child.span)));
    return new MappingNode(newPath, newSpan, copies);
  }
}
