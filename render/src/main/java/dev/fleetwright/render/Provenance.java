package dev.fleetwright.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.render.module.Component;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.Flattener;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Leaves;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where each field of each object comes from. Found by trying: each value of a component is changed
 * alone, the same transformers run again, and the fields that change with it come from it. So the
 * answer holds for every transformer, in Java or YAML, and none has to help.
 */
public final class Provenance {

  private static final String MARK = "-fleetwright-was-here";

  private final RenderRun run;
  private final Map<String, Component> written = new LinkedHashMap<>();

  private Provenance(RenderRun run, Module module) {
    this.run = run;
    module.components().forEach(c -> written.put(c.name(), c));
  }

  /** Per object's identity, per field, its source in words. */
  public static SortedMap<String, SortedMap<String, String>> trace(
      Rendering rendering, Module module, Provider provider, TransformerContext context) {
    TransformerContext complete = Flattener.flatten(module, provider.catalog(), context).context();
    RenderRun run = new RenderRun(module, provider, complete, RenderOptions.DEFAULT);
    Provenance provenance = new Provenance(run, module);
    SortedMap<String, SortedMap<String, String>> sources = new TreeMap<>();
    for (ComponentReport report : rendering.reports()) {
      provenance.component(report, rendering, sources);
    }
    return sources;
  }

  private void component(
      ComponentReport report,
      Rendering rendering,
      SortedMap<String, SortedMap<String, String>> sources) {
    FlatComponent component = report.component();
    Map<String, Map<String, @Nullable Object>> base = objects(component, report);
    Map<String, Map<String, String>> direct = new LinkedHashMap<>();
    Map<String, Map<String, String>> indirect = new LinkedHashMap<>();
    Leaves.of(component.spec())
        .forEach((path, value) -> {
          Object changed = changed(value);
          if (changed != null) {
            FlatComponent other =
                with(component.spec(), path, "", changed) instanceof Map<?, ?> spec
                    ? component.withSpec(Fields.cast(spec))
                    : component;
            compare(base, objects(other, report), source(component, path), direct, indirect);
          }
        });
    for (RenderedObject object : rendering.objects()) {
      if (!object.component().equals(component.name())) {
        continue;
      }
      SortedMap<String, String> fields = new TreeMap<>();
      for (Map.Entry<String, @Nullable Object> leaf : Leaves.of(object.object()).entrySet()) {
        String path = leaf.getKey();
        String found = direct.getOrDefault(object.identity(), Map.of()).get(path);
        if (found == null) {
          found = indirect.getOrDefault(object.identity(), Map.of()).get(path);
        }
        fields.put(path, found == null ? otherSource(object, path, leaf.getValue()) : found);
      }
      sources.put(object.identity(), fields);
    }
  }

  private Map<String, Map<String, @Nullable Object>> objects(
      FlatComponent component, ComponentReport report) {
    Map<String, Map<String, @Nullable Object>> leaves = new LinkedHashMap<>();
    run.alone(component, report.candidates())
        .forEach((identity, object) -> leaves.put(identity, Leaves.of(object)));
    return leaves;
  }

  private static void compare(
      Map<String, Map<String, @Nullable Object>> base,
      Map<String, Map<String, @Nullable Object>> other,
      String source,
      Map<String, Map<String, String>> direct,
      Map<String, Map<String, String>> indirect) {
    base.forEach((identity, fields) -> {
      Map<String, @Nullable Object> now = other.getOrDefault(identity, Map.of());
      fields.forEach((path, value) -> {
        Object after = now.get(path);
        if (!Objects.equals(value, after)) {
          boolean carried = now.containsKey(path);
          (carried ? direct : indirect)
              .computeIfAbsent(identity, _ -> new LinkedHashMap<>())
              .putIfAbsent(path, source);
        }
      });
    });
  }

  private static @Nullable Object changed(@Nullable Object value) {
    return switch (value) {
      case String text -> text + MARK;
      case Long number -> number + 1;
      case Double number -> number + 1;
      case Boolean flag -> !flag;
      case null, default -> null;
    };
  }

  /** A copy of a tree with one leaf replaced. */
  private static @Nullable Object with(
      @Nullable Object tree, String wanted, String here, Object replacement) {
    if (tree instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((rawKey, child) -> {
        String key = String.valueOf(rawKey);
        String at = Paths.append(here, Paths.join("", key));
        copy.put(key, wanted.startsWith(at) ? with(child, wanted, at, replacement) : child);
      });
      return copy;
    }
    if (tree instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      for (Object child : list) {
        String at = here + "[" + copy.size() + "]";
        copy.add(wanted.startsWith(at) ? with(child, wanted, at, replacement) : child);
      }
      return copy;
    }
    return here.equals(wanted) ? replacement : tree;
  }

  /** {@code shop.yaml:12:17 components.web.spec.replicas}, or the default that it is. */
  private String source(FlatComponent component, String path) {
    Component source = written.get(component.name());
    String field = path.split("[.\\[]", 2)[0];
    String origin = component.origins().getOrDefault(field, "module");
    if (source == null) {
      return origin;
    }
    Node spec = source.node().child("spec");
    Node node = spec == null ? null : spec.at(path);
    if (node == null && spec != null) {
      // A blueprint's field often has the same parts under its own name.
      for (String key : source.spec().keySet()) {
        Node inside = spec.at(Paths.append(Paths.join("", key), path));
        node = inside == null ? node : inside;
      }
    }
    if (node != null) {
      String from = origin.equals("module") ? "" : " by " + origin;
      return (node.place() == null ? "" : node.place() + " ") + node.path() + from;
    }
    return origin.equals("module") ? "default of the field " + path : origin;
  }

  private static String otherSource(RenderedObject object, String path, @Nullable Object value) {
    if (path.startsWith("metadata.annotations[\"core.opm.dev/")
        || path.startsWith("metadata.labels[\"app.kubernetes.io/")) {
      return "provenance and recommended labels";
    }
    if (path.startsWith("metadata.labels") || path.startsWith("metadata.annotations")) {
      return "metadata of the component " + object.component();
    }
    if (object.component().equals(value)) {
      return "name of the component " + object.component();
    }
    return object.patchedBy().isEmpty()
        ? object.transformer()
        : object.transformer() + " or " + String.join(", ", object.patchedBy());
  }
}
