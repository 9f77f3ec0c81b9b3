package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import java.util.List;

/**
 * What a schema demands of a value. Nearly every message is right, so the question whether it is
 * builds nothing; the reasons are found in a second pass.
 */
interface SchemaRule {

  boolean accepts(JsonNode value);

  /** Adds every reason against a value; none for one that is accepted. */
  void explain(JsonNode value, String path, List<Problem> problems);

  static String at(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Others' values must not fill the log. */
  static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 79) + "…";
  }
}
