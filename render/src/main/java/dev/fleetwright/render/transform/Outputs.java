package dev.fleetwright.render.transform;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a transformer gives for one component.
 *
 * @param objects platform objects that the transformer owns
 * @param patches fields for objects that other transformers own; a null removes a field
 * @param problems what it found wrong with its input; paths are relative to the component's spec
 */
public record Outputs(
    List<Map<String, @Nullable Object>> objects,
    List<Map<String, @Nullable Object>> patches,
    List<Problem> problems) {

  public static final Outputs NONE = new Outputs(List.of(), List.of(), List.of());

  public Outputs {
    objects = List.copyOf(objects);
    patches = List.copyOf(patches);
    problems = List.copyOf(problems);
  }

  public static Outputs object(Map<String, @Nullable Object> object) {
    return new Outputs(List.of(object), List.of(), List.of());
  }

  public static Outputs objects(List<Map<String, @Nullable Object>> objects) {
    return new Outputs(objects, List.of(), List.of());
  }

  public static Outputs patch(Map<String, @Nullable Object> patch) {
    return new Outputs(List.of(), List.of(patch), List.of());
  }

  public static Outputs problem(Problem problem) {
    return new Outputs(List.of(), List.of(), List.of(problem));
  }

  public static Outputs problems(List<Problem> problems) {
    return new Outputs(List.of(), List.of(), problems);
  }

  public Outputs withPatch(Map<String, @Nullable Object> patch) {
    return new Outputs(objects, List.of(patch), problems);
  }

  public Outputs withProblems(List<Problem> found) {
    return new Outputs(objects, patches, found);
  }
}
