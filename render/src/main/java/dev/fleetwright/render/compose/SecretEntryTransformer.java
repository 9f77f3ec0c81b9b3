package dev.fleetwright.render.compose;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Before: Secrets. After: a secret for each key, whose value Compose reads from a variable of the
 * environment, because a Compose file has no place for values.
 */
public final class SecretEntryTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    List<Map<String, @Nullable Object>> entries = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    Map<String, @Nullable Object> secrets = Fields.map(input.component().spec(), "secrets");
    for (Map.Entry<String, @Nullable Object> secret : secrets.entrySet()) {
      TreeSet<String> keys = new TreeSet<>(Fields.map(secret.getValue(), "data").keySet());
      keys.addAll(Fields.map(secret.getValue(), "stringData").keySet());
      for (String key : keys) {
        String name = secret.getKey() + "-" + key;
        String variable = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
        entries.add(Entries.entry("secrets", name, Fields.of("environment", variable)));
        problems.add(
            new Problem(
                    "not-expressible",
                    "secrets",
                    "Compose cannot express the value of the secret " + name,
                    "set the variable " + variable + " when you start it")
                .asWarning());
      }
    }
    return Outputs.objects(entries).withProblems(problems);
  }
}
