package dev.fleetwright.render;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What each platform makes of each definition that a component has.
 *
 * @param cells per provider: {@code used}, {@code unused} (no chosen transformer reads it) or
 *     {@code unhandled} (no transformer knows it)
 */
public record Coverage(String component, String definition, Map<String, String> cells) {

  /** Rows for all components; the renderings are of the same module. */
  public static List<Coverage> of(Map<Provider, Rendering> renderings) {
    Map<String, Coverage> rows = new LinkedHashMap<>();
    renderings.forEach((provider, rendering) -> {
      for (ComponentReport report : rendering.reports()) {
        FlatComponent component = report.component();
        TreeSet<String> definitions = new TreeSet<>(component.resources());
        definitions.addAll(component.traits());
        definitions.addAll(component.policies());
        for (String fqn : definitions) {
          boolean used =
              report.candidates().stream()
                  .anyMatch(c -> c.selected() && c.transformer().declares(fqn));
          boolean known = provider.transformers().values().stream().anyMatch(t -> t.declares(fqn));
          rows.computeIfAbsent(
                  component.name() + " " + fqn,
                  _ -> new Coverage(component.name(), fqn, new LinkedHashMap<>()))
              .cells
              .put(provider.name(), used ? "used" : known ? "unused" : "unhandled");
        }
      }
    });
    return new ArrayList<>(rows.values());
  }
}
