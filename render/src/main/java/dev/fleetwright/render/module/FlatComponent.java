package dev.fleetwright.render.module;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a transformer gets: a component whose blueprints are resources and traits, whose spec is
 * checked and complete with defaults.
 *
 * @param labels its own and those that its blueprints set
 * @param spec one field per resource, trait and policy
 * @param origins per field of the spec, where it comes from: {@code module}, {@code blueprint FQN},
 *     {@code default of FQN}, {@code scope NAME}
 */
public record FlatComponent(
    String name,
    String namespace,
    Map<String, String> labels,
    Map<String, String> annotations,
    SortedSet<String> resources,
    SortedSet<String> traits,
    SortedSet<String> policies,
    Map<String, @Nullable Object> spec,
    Map<String, String> origins) {

  public FlatComponent {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
    resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
    traits = Collections.unmodifiableSortedSet(new TreeSet<>(traits));
    policies = Collections.unmodifiableSortedSet(new TreeSet<>(policies));
    spec = Collections.unmodifiableMap(new LinkedHashMap<>(spec));
    origins = Map.copyOf(origins);
  }

  public boolean has(String fqn) {
    return resources.contains(fqn) || traits.contains(fqn) || policies.contains(fqn);
  }

  public FlatComponent withSpec(Map<String, @Nullable Object> newSpec) {
    return new FlatComponent(
        name, namespace, labels, annotations, resources, traits, policies, newSpec, origins);
  }

  /** As expressions see it: {@code component.metadata.name}, {@code component.spec.container}. */
  public Map<String, @Nullable Object> asValue() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("name", name);
    metadata.put("namespace", namespace);
    metadata.put("labels", labels);
    metadata.put("annotations", annotations);
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    value.put("metadata", metadata);
    value.put("resources", java.util.List.copyOf(resources));
    value.put("traits", java.util.List.copyOf(traits));
    value.put("policies", java.util.List.copyOf(policies));
    value.put("spec", spec);
    return value;
  }
}
