package dev.fleetwright.render;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a module became on one platform. All or nothing: with an error there are no objects.
 *
 * @param objects in the order in which they are applied
 * @param problems errors and warnings
 * @param reports per component, the reasons
 * @param secrets texts that must be shown to nobody
 */
public record Rendering(
    String provider,
    List<RenderedObject> objects,
    List<Problem> problems,
    List<ComponentReport> reports,
    Set<String> secrets) {

  public Rendering {
    objects = List.copyOf(objects);
    problems = List.copyOf(problems);
    reports = List.copyOf(reports);
    secrets = Set.copyOf(secrets);
  }

  public boolean isValid() {
    return problems.stream().noneMatch(Problem::isError);
  }

  public List<Problem> errors() {
    return problems.stream().filter(Problem::isError).toList();
  }

  public List<Problem> warnings() {
    return problems.stream().filter(p -> !p.isError()).toList();
  }

  /** The objects alone. */
  public List<Map<String, @Nullable Object>> manifests() {
    return objects.stream().map(RenderedObject::object).toList();
  }
}
