package dev.fleetwright.cel;

import dev.fleetwright.cel.CelResult.Failure;
import dev.fleetwright.cel.CelResult.Value;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables that the cases use: an object, and what one cluster reports about it. */
final class Fixture {

  static final CelEnvironment STRICT = environment().build();
  static final CelEnvironment NULLS = environment().absentAsNull("returned").build();
  static final Map<String, @Nullable Object> VARIABLES = variables();

  private Fixture() {}

  static CelEnvironment.Builder environment() {
    return CelEnvironment.builder()
        .variable("obj", ValueType.DYN)
        .variable("returned", ValueType.DYN)
        .variable("values", ValueType.MAP)
        .variable("many", ValueType.LIST)
        .variable("name", ValueType.STRING);
  }

  private static Map<String, @Nullable Object> variables() {
    Map<String, @Nullable Object> status = new HashMap<>();
    status.put("availableReplicas", 3.0);
    status.put("phase", "Running");
    status.put("reason", null);
    status.put(
        "conditions",
        List.of(
            Map.of("type", "Ready", "status", "True"),
            Map.of("type", "Scheduled", "status", "False", "reason", "Full")));
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("int", 7);
    values.put("long", 7L);
    values.put("short", (short) 7);
    values.put("float", 7.5f);
    values.put("big", new BigInteger("18446744073709551615"));
    values.put("huge", new BigInteger("36893488147419103232"));
    values.put("decimal", new java.math.BigDecimal("7.25"));
    values.put("time", Instant.parse("2024-02-29T12:00:00Z"));
    values.put("duration", Duration.ofMillis(1500));
    values.put("bytes", new byte[] {1, 2, 3});
    values.put("nothing", null);
    values.put("yes", true);
    values.put("mixed", Arrays.asList(1, null, 2.0, "x"));
    Map<Object, @Nullable Object> numbered = new HashMap<>();
    numbered.put(1, "one");
    values.put("numbered", numbered);
    Map<String, @Nullable Object> all = new HashMap<>();
    all.put(
        "obj",
        Map.of(
            "metadata",
            Map.of(
                "name", "web", "labels", Map.of("app.kubernetes.io/name", "web", "tier", "gold")),
            "spec",
            Map.of("replicas", 3, "ports", List.of(80, 443))));
    all.put("returned", Map.of("status", status));
    all.put("values", values);
    all.put("many", java.util.Collections.nCopies(10_000, 1));
    all.put("name", "grüße😀");
    return all;
  }

  static CelExpression compiled(CelEnvironment environment, String source) {
    return environment.compile(source).orThrow();
  }

  static CelResult result(CelEnvironment environment, String source) {
    return compiled(environment, source).evaluate(VARIABLES);
  }

  /** The type and the canonical JSON, or the code of the problem. */
  static String summary(CelEnvironment environment, String source) {
    return switch (environment.compile(source)) {
      case Checked.Invalid<CelExpression>(List<Problem> problems) ->
          "invalid " + problems.getFirst().code();
      case Checked.Valid<CelExpression>(CelExpression expression) ->
          switch (expression.evaluate(VARIABLES)) {
            case Value value ->
                value.absence() == null ? value.type().label() + " " + value.json() : "absent";
            case Failure failure -> "failure " + failure.problem().code() + " " + failure.cause();
          };
    };
  }

  static Failure failure(CelEnvironment environment, String source) {
    return switch (result(environment, source)) {
      case Failure failure -> failure;
      case Value value -> throw new AssertionError(source + " gave " + value);
    };
  }
}
