package dev.fleetwright.cli.render;

import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One {@code --set a.b=c}. */
final class Setting {

  private Setting() {}

  static Map<String, @Nullable Object> parse(String setting, Problems problems) {
    int equals = setting.indexOf('=');
    if (equals < 1 || setting.startsWith(".") || setting.substring(0, equals).endsWith(".")) {
      problems.add(
          new Problem(
              "invalid-setting",
              "",
              "--set takes a.b=c, and one has no name before the equals sign",
              "write --set image.tag=1.27"));
      return Map.of();
    }
    List<Node> roots =
        new DocumentReader()
            .read(
                List.of(
                    new Source(
                        "--set " + setting.substring(0, equals), setting.substring(equals + 1))),
                problems);
    Object value = roots.isEmpty() ? "" : roots.getFirst().plain();
    String[] steps = setting.substring(0, equals).split("\\.", -1);
    for (int i = steps.length - 1; i >= 0; i--) {
      Map<String, @Nullable Object> outer = new LinkedHashMap<>();
      outer.put(steps[i], value);
      value = outer;
    }
    return value instanceof Map<?, ?> map
        ? dev.fleetwright.render.plain.Fields.cast(map)
        : Map.of();
  }
}
