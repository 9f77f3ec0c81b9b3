package dev.fleetwright.render.compose;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Platform;
import dev.fleetwright.render.transform.Transformer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Compose asks. Its objects are entries of one file: {@code {section: services, name: web,
 * value: {…}}}.
 */
public enum ComposePlatform implements Platform {
  INSTANCE;

  static final List<String> SECTIONS =
      List.of("services", "networks", "volumes", "configs", "secrets");

  @Override
  public String format() {
    return "docker-compose";
  }

  @Override
  public @Nullable String identity(Map<String, @Nullable Object> object) {
    String section = Fields.text(object, "section");
    String name = Fields.text(object, "name");
    return section == null || name == null ? null : section + " " + name;
  }

  @Override
  public List<Problem> missingFields(Map<String, @Nullable Object> object) {
    List<Problem> missing = new ArrayList<>();
    String section = Fields.text(object, "section");
    if (section == null || !SECTIONS.contains(section)) {
      missing.add(
          new Problem(
              "missing-field",
              "section",
              "it has no section of a Compose file",
              "add section: " + String.join("|", SECTIONS)));
    }
    if (Fields.text(object, "name") == null) {
      missing.add(new Problem("missing-field", "name", "it has no name", "add name"));
    }
    return missing;
  }

  @Override
  public Map<String, @Nullable Object> decorated(
      Map<String, @Nullable Object> object,
      FlatComponent component,
      TransformerContext context,
      Transformer transformer) {
    if (!"services".equals(object.get("section"))) {
      return object;
    }
    Map<String, @Nullable Object> value = new LinkedHashMap<>(Fields.map(object, "value"));
    Map<String, @Nullable Object> labels = new java.util.TreeMap<>(component.labels());
    labels.put("core.opm.dev/module", context.name());
    labels.put("core.opm.dev/module-version", context.version());
    labels.put("core.opm.dev/component", component.name());
    labels.put("core.opm.dev/transformer", transformer.fqn());
    labels.putAll(Fields.map(value, "labels"));
    value.put("labels", labels);
    Map<String, @Nullable Object> decorated = new LinkedHashMap<>(object);
    decorated.put("value", value);
    return decorated;
  }

  @Override
  public @Nullable String mergeKey(String listField) {
    return null;
  }

  @Override
  public List<Problem> check(Map<String, @Nullable Object> object) {
    String section = Fields.text(object, "section", "");
    String name = Fields.text(object, "name", "");
    return ComposeSchema.check(Fields.of(section, Fields.of(name, Fields.map(object, "value"))))
        .stream()
        .map(p -> p.withPath(p.path().replaceFirst("^" + section + "(\\.|$)", "")))
        .toList();
  }

  @Override
  public List<Finding> checkTogether(List<Map<String, @Nullable Object>> objects) {
    return ComposeRules.check(objects);
  }

  @Override
  public Comparator<Map<String, @Nullable Object>> order() {
    return Comparator.<Map<String, @Nullable Object>>comparingInt(
            o -> SECTIONS.indexOf(Fields.text(o, "section", "")))
        .thenComparing(o -> Fields.text(o, "name", ""));
  }
}
