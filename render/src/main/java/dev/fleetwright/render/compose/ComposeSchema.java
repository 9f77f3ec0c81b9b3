package dev.fleetwright.render.compose;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Resources;
import dev.fleetwright.render.schema.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Compose specification's own schema. */
final class ComposeSchema {

  private static final class Loaded {
    static final Schema SCHEMA =
        Schema.compileOpen(Resources.mapping("compose-schema.json")).orThrow();
  }

  private ComposeSchema() {}

  static List<Problem> check(Map<String, @Nullable Object> file) {
    return Loaded.SCHEMA.check(file).problems();
  }
}
