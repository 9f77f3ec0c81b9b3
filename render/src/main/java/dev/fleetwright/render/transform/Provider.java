package dev.fleetwright.render.transform;

import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.module.Module.Hooks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A registry of transformers for one platform, with the catalog that components are read by. */
public final class Provider {

  private final ProviderMetadata metadata;
  private final SortedMap<String, Transformer> transformers;
  private final Catalog catalog;
  private final Platform platform;
  private final Hooks hooks;

  /** Transformers by one definition that they require: a component asks only for its own. */
  private final Map<String, List<Transformer>> byRequirement = new HashMap<>();

  private final List<Transformer> withoutRequirement = new ArrayList<>();
  private final Set<String> definitions;

  public record ProviderMetadata(
      String name,
      String description,
      String version,
      String minVersion,
      Map<String, String> labels) {
    public ProviderMetadata {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
  }

  public Provider(
      ProviderMetadata metadata,
      Collection<Transformer> transformers,
      Catalog catalog,
      Platform platform,
      Hooks hooks) {
    this.metadata = metadata;
    SortedMap<String, Transformer> sorted = new TreeMap<>();
    transformers.forEach(t -> sorted.put(t.fqn(), t));
    this.transformers = Collections.unmodifiableSortedMap(sorted);
    this.catalog = catalog;
    this.platform = platform;
    this.hooks = hooks;
    sorted.values().forEach(this::index);
    this.definitions = Set.copyOf(allDefinitions());
  }

  private void index(Transformer transformer) {
    Transformer.Needs required = transformer.required();
    // The rarest kind first: few components have a policy, nearly all have a container.
    String anchor =
        !required.policies().isEmpty()
            ? required.policies().firstKey()
            : !required.traits().isEmpty()
                ? required.traits().firstKey()
                : !required.resources().isEmpty() ? required.resources().firstKey() : null;
    if (anchor == null) {
      withoutRequirement.add(transformer);
    } else {
      byRequirement.computeIfAbsent(anchor, _ -> new ArrayList<>()).add(transformer);
    }
  }

  public ProviderMetadata metadata() {
    return metadata;
  }

  public String name() {
    return metadata.name();
  }

  public SortedMap<String, Transformer> transformers() {
    return transformers;
  }

  public Catalog catalog() {
    return catalog;
  }

  public Platform platform() {
    return platform;
  }

  public Hooks hooks() {
    return hooks;
  }

  /** The transformers that may fit a component with these definitions; the others cannot. */
  public List<Transformer> candidates(Collection<String> definitions) {
    List<Transformer> found = new ArrayList<>(withoutRequirement);
    definitions.forEach(fqn -> found.addAll(byRequirement.getOrDefault(fqn, List.of())));
    found.sort(java.util.Comparator.comparing(Transformer::fqn));
    return found;
  }

  public SortedSet<String> declaredResources() {
    SortedSet<String> declared = new TreeSet<>();
    transformers.values().forEach(t -> declared.addAll(t.required().resources().keySet()));
    transformers.values().forEach(t -> declared.addAll(t.optional().resources().keySet()));
    return declared;
  }

  public SortedSet<String> declaredTraits() {
    SortedSet<String> declared = new TreeSet<>();
    transformers.values().forEach(t -> declared.addAll(t.required().traits().keySet()));
    transformers.values().forEach(t -> declared.addAll(t.optional().traits().keySet()));
    return declared;
  }

  public SortedSet<String> declaredPolicies() {
    SortedSet<String> declared = new TreeSet<>();
    transformers.values().forEach(t -> declared.addAll(t.required().policies().keySet()));
    transformers.values().forEach(t -> declared.addAll(t.optional().policies().keySet()));
    return declared;
  }

  /** All definitions that any transformer declares, to look one up. */
  public Set<String> definitions() {
    return definitions;
  }

  /** Resources, then traits, then policies. */
  public List<String> allDefinitions() {
    List<String> all = new ArrayList<>(declaredResources());
    all.addAll(declaredTraits());
    all.addAll(declaredPolicies());
    return all;
  }
}
