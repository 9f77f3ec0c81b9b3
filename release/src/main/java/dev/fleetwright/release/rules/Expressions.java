package dev.fleetwright.release.rules;

import dev.fleetwright.cel.CelEnvironment;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.time.Micros;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CEL about a release and a target. What is absent reads as null. */
public final class Expressions {

  private static final CelEnvironment ENVIRONMENT =
      CelEnvironment.builder()
          .variable("release", ValueType.DYN)
          .variable("target", ValueType.DYN)
          .absentAsNull()
          .build();

  private Expressions() {}

  /** Compiles, with problems at this path. */
  public static Checked<CelExpression> compile(String source, ValueType type, String path) {
    return switch (ENVIRONMENT.compile(source, type)) {
      case Checked.Valid<CelExpression> valid -> valid;
      case Checked.Invalid<CelExpression>(List<Problem> problems) ->
          Checked.invalid(problems.stream().map(p -> p.withPath(path)).toList());
    };
  }

  static Map<String, @Nullable Object> of(Release release) {
    Map<String, @Nullable Object> version = new LinkedHashMap<>();
    version.put("tag", release.version().tag());
    version.put("config", release.version().config());
    version.put("metadata", release.version().metadata());
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    value.put("id", release.id());
    value.put("deployment", release.deployment());
    value.put("createdAt", Micros.toInstant(release.createdAt()));
    value.put("version", version);
    value.put("variables", release.variables());
    return value;
  }

  static Map<String, @Nullable Object> of(Target target) {
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    value.put("name", target.name());
    value.put("world", target.world());
    value.put("deployment", target.deployment());
    value.put("environment", target.environment());
    value.put(
        "resource", Map.of("name", target.resource().name(), "labels", target.resource().labels()));
    value.put("current", target.current());
    return value;
  }
}
