package dev.fleetwright.render.catalog;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All definitions that are known, by fully qualified name. Immutable. */
public final class Catalog {

  private final Map<String, Definition> definitions;

  /** Which definition owns a field of a spec, to say what is missing when a field is unknown. */
  private final Map<String, Definition> byField;

  public Catalog(Collection<Definition> definitions) {
    Map<String, Definition> sorted = new TreeMap<>();
    definitions.forEach(definition -> sorted.put(definition.fqn(), definition));
    this.definitions = new LinkedHashMap<>(sorted);
    this.byField = new LinkedHashMap<>();
    sorted
        .values()
        .forEach(definition -> byField.putIfAbsent(definition.spec().name(), definition));
  }

  /** This catalog and more; of two with one name the added one counts. */
  public Catalog with(Collection<Definition> more) {
    Map<String, Definition> all = new LinkedHashMap<>(definitions);
    more.forEach(definition -> all.put(definition.fqn(), definition));
    return new Catalog(all.values());
  }

  public @Nullable Definition find(String fqn) {
    return definitions.get(fqn);
  }

  public @Nullable Definition ownerOf(String field) {
    return byField.get(field);
  }

  public Collection<Definition> all() {
    return definitions.values();
  }

  public SortedSet<String> fqns(DefinitionKind kind) {
    SortedSet<String> names = new TreeSet<>();
    definitions.forEach((fqn, definition) -> {
      if (definition.kind() == kind) {
        names.add(fqn);
      }
    });
    return names;
  }
}
