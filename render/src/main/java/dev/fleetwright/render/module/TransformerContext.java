package dev.fleetwright.render.module;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where and for what a module is rendered.
 *
 * @param name the module's name
 * @param version the module's version, {@code latest} unless it has one
 * @param namespace null: the component's own, else the module's default, else {@code default}
 * @param values what the module is given; a transformer sees them with the module's defaults
 */
public record TransformerContext(
    String name,
    String version,
    @Nullable String environment,
    @Nullable String namespace,
    @Nullable String region,
    Map<String, @Nullable Object> values) {

  public TransformerContext {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The context of a module with nothing given from outside. */
  public static TransformerContext of(Module module) {
    return new TransformerContext(module.name(), module.version(), null, null, null, Map.of());
  }

  public TransformerContext withNamespace(@Nullable String newNamespace) {
    return new TransformerContext(name, version, environment, newNamespace, region, values);
  }

  public TransformerContext withValues(Map<String, ? extends @Nullable Object> newValues) {
    return new TransformerContext(
        name, version, environment, namespace, region, new LinkedHashMap<>(newValues));
  }

  public TransformerContext withEnvironment(@Nullable String newEnvironment) {
    return new TransformerContext(name, version, newEnvironment, namespace, region, values);
  }

  public TransformerContext withRegion(@Nullable String newRegion) {
    return new TransformerContext(name, version, environment, namespace, newRegion, values);
  }

  /** As expressions see it; what is not given reads as an empty string. */
  public Map<String, @Nullable Object> asValue() {
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    value.put("name", name);
    value.put("version", version);
    value.put("environment", environment == null ? "" : environment);
    value.put("namespace", namespace == null ? "" : namespace);
    value.put("region", region == null ? "" : region);
    value.put("values", values);
    return value;
  }
}
