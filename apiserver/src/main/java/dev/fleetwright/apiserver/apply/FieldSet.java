package dev.fleetwright.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Merge;
import dev.fleetwright.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A set of field paths, as a tree. A node is either a member itself, or leads to members, or both.
 */
final class FieldSet {
  private final Map<String, FieldSet> children = new TreeMap<>();
  private boolean member;

  boolean isEmpty() {
    return !member && children.isEmpty();
  }

  boolean isMember() {
    return member;
  }

  void mark() {
    member = true;
  }

  FieldSet child(String element) {
    return children.computeIfAbsent(element, e -> new FieldSet());
  }

  @Nullable FieldSet find(String element) {
    return children.get(element);
  }

  Map<String, FieldSet> children() {
    return children;
  }

  /** Adds all fields of a value. */
  void fill(Schema schema, JsonNode value) {
    if (Shape.isGranularObject(schema, value) && !value.isEmpty()) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        child(PathElement.field(field.getKey()))
            .fill(schema.field(field.getKey()), field.getValue());
      }
    } else if (Shape.isGranularList(schema, value) && !value.isEmpty()) {
      for (JsonNode item : value) {
        String element = Shape.element(schema, item);
        if (element == null) {
          mark();
          continue;
        }
        FieldSet child = child(element);
        child.mark();
        if (schema.merge().list() == Merge.ListKind.MAP && !item.isEmpty()) {
          child.fill(schema.item(), item);
        }
      }
    } else {
      mark();
    }
  }

  /** The fields in either set. */
  FieldSet union(FieldSet other) {
    if (isEmpty()) {
      return other;
    }
    if (other.isEmpty()) {
      return this;
    }
    var result = new FieldSet();
    result.member = member || other.member;
    var names = new TreeSet<>(children.keySet());
    names.addAll(other.children.keySet());
    for (String name : names) {
      FieldSet mine = children.get(name);
      FieldSet theirs = other.children.get(name);
      if (mine == null) {
        result.children.put(name, theirs == null ? new FieldSet() : theirs);
      } else {
        result.children.put(name, theirs == null ? mine : mine.union(theirs));
      }
    }
    return result;
  }

  /** The fields in both sets. */
  FieldSet intersection(FieldSet other) {
    var result = new FieldSet();
    result.member = member && other.member;
    children.forEach((name, mine) -> {
      FieldSet theirs = other.children.get(name);
      if (theirs != null) {
        result.put(name, mine.intersection(theirs));
      }
    });
    return result;
  }

  /** The fields that are neither in the other set nor below one of its members. */
  FieldSet without(FieldSet other) {
    if (other.isEmpty()) {
      return this;
    }
    var result = new FieldSet();
    if (other.member) {
      return result;
    }
    result.member = member;
    children.forEach((name, mine) -> {
      FieldSet theirs = other.children.get(name);
      result.put(name, theirs == null ? mine : mine.without(theirs));
    });
    return result;
  }

  private void put(String name, FieldSet child) {
    if (!child.isEmpty()) {
      children.put(name, child);
    }
  }

  /** The set without one path. */
  void remove(String... path) {
    remove(path, 0);
  }

  private void remove(String[] path, int at) {
    FieldSet child = children.get(path[at]);
    if (child == null) {
      return;
    }
    if (at == path.length - 1) {
      children.remove(path[at]);
    } else {
      child.remove(path, at + 1);
      if (child.isEmpty()) {
        children.remove(path[at]);
      }
    }
  }

  /** Every member as people read it. */
  List<String> display() {
    var paths = new ArrayList<String>();
    display("", paths);
    return paths;
  }

  private void display(String prefix, List<String> paths) {
    if (member && !prefix.isEmpty()) {
      paths.add(prefix);
    }
    children.forEach((name, child) -> child.display(prefix + PathElement.display(name), paths));
  }

  /** The {@code fieldsV1} form. */
  ObjectNode write() {
    ObjectNode node = Json.object();
    if (member && !children.isEmpty()) {
      node.putObject(".");
    }
    children.forEach((name, child) -> node.set(name, child.write()));
    return node;
  }

  /** Reads the {@code fieldsV1} form; what is no path element is left out. */
  static FieldSet read(@Nullable JsonNode node) {
    var set = new FieldSet();
    if (node instanceof ObjectNode object) {
      set.readChildren(object);
    }
    return set;
  }

  private void readChildren(ObjectNode node) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (entry.getKey().equals(".")) {
        mark();
        continue;
      }
      String element = PathElement.canonical(entry.getKey());
      if (element == null || !(entry.getValue() instanceof ObjectNode inner)) {
        continue;
      }
      var child = new FieldSet();
      if (inner.isEmpty()) {
        child.mark();
      } else {
        child.readChildren(inner);
      }
      put(element, child);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set && member == set.member && children.equals(set.children);
  }

  @Override
  public int hashCode() {
    return children.hashCode() * 2 + (member ? 1 : 0);
  }

  @Override
  public String toString() {
    return write().toString();
  }
}
