package dev.fleetwright.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import java.util.List;

/**
 * Looks at custom objects before they are stored, for mistakes that no schema finds. This server
 * knows no kind but the built-in ones, so whoever starts it brings the checks.
 */
@FunctionalInterface
public interface Admission {
  /** Everything passes. */
  Admission NONE = (cluster, object) -> List.of();

  /**
   * What is wrong with an object that is new or whose specification changed. Errors refuse it, and
   * what is no error becomes a warning. Must be quick and may not write.
   *
   * @param cluster the logical cluster, empty for the hub
   * @param object the object as it would be stored; may not be changed
   */
  List<Problem> problems(String cluster, ObjectNode object);
}
