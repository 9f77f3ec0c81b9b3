package dev.fleetwright.render.transform;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a target platform asks of objects. Chosen by a provider's label {@code core.opm.dev/format}.
 */
public interface Platform {

  String FORMAT = "core.opm.dev/format";

  /** The value of the label. */
  String format();

  /** What makes two objects the same one; null when a field for it is missing. */
  @Nullable String identity(Map<String, @Nullable Object> object);

  /** The fields without which an object has no identity. */
  List<Problem> missingFields(Map<String, @Nullable Object> object);

  /** Adds labels and provenance. */
  Map<String, @Nullable Object> decorated(
      Map<String, @Nullable Object> object,
      FlatComponent component,
      TransformerContext context,
      Transformer transformer);

  /** How lists of objects are merged: the field that tells entries apart; null: replaced whole. */
  @Nullable String mergeKey(String listField);

  /** What is wrong with one object by the platform's own schema. */
  List<Problem> check(Map<String, @Nullable Object> object);

  /** What is wrong between objects; each problem's path begins with the object's identity. */
  List<Finding> checkTogether(List<Map<String, @Nullable Object>> objects);

  /** The order in which objects are applied. */
  Comparator<Map<String, @Nullable Object>> order();

  /** A problem of the object at an index. */
  record Finding(int object, Problem problem) {}
}
