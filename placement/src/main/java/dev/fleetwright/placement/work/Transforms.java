package dev.fleetwright.placement.work;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.fields.FieldPath;
import dev.fleetwright.placement.kinds.CustomTransformSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** All CustomTransforms, ready to be applied. Several for one resource are applied one by one. */
public final class Transforms {

  public static final Transforms NONE = new Transforms(new TreeMap<>());

  private record Target(String group, String resource) {}

  private final Map<Target, List<FieldPath>> removals = new HashMap<>();
  private final SortedMap<String, List<Problem>> problems = new TreeMap<>();

  private Transforms(SortedMap<String, CustomTransformSpec> transforms) {
    Map<Target, String> first = new HashMap<>();
    transforms.forEach((name, transform) -> {
      Target target = new Target(transform.group(), transform.resource());
      List<Problem> found = new ArrayList<>();
      List<FieldPath> paths = new ArrayList<>();
      for (int i = 0; i < transform.remove().size(); i++) {
        String at = "spec.remove[" + i + "]";
        switch (FieldPath.parse(transform.remove().get(i))) {
          case Checked.Valid<FieldPath>(FieldPath path) -> paths.add(path);
          case Checked.Invalid<FieldPath>(List<Problem> wrong) ->
              wrong.forEach(problem -> found.add(problem.withPath(at)));
        }
      }
      String earlier = first.putIfAbsent(target, name);
      if (earlier != null) {
        found.add(
            new Problem(
                    "several-transforms",
                    "spec.resource",
                    "the CustomTransform " + earlier + " is about the same resource",
                    "both are applied; put them into one to see what happens")
                .asWarning());
      }
      removals.computeIfAbsent(target, _ -> new ArrayList<>()).addAll(paths);
      if (!found.isEmpty()) {
        problems.put(name, List.copyOf(found));
      }
    });
  }

  /**
   * Reads transforms.
   *
   * @param transforms by name; paths that are wrong are left out and reported
   */
  public static Transforms of(Map<String, CustomTransformSpec> transforms) {
    return new Transforms(new TreeMap<>(transforms));
  }

  /** What is wrong, by the name of the transform. */
  public SortedMap<String, List<Problem>> problems() {
    return Collections.unmodifiableSortedMap(problems);
  }

  public Map<String, Object> apply(ObjectKey key, Map<String, Object> content) {
    Map<String, Object> result = content;
    for (FieldPath path :
        removals.getOrDefault(new Target(key.group(), key.resource()), List.of())) {
      result = path.removeFrom(result);
    }
    return result;
  }
}
