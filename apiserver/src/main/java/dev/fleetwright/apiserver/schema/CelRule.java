package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.cel.CelEnvironment;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelLimits;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code x-kubernetes-validations}: a CEL expression over {@code self}, and in rules
 * about changes {@code oldSelf}, that must be true. It is compiled when it is first needed, since
 * most servers start with definitions whose rules nobody asks for soon.
 *
 * @param transition whether it compares with the old value, and holds where there is none
 * @param optionalOld whether the old value is an optional, so that it is asked in any case
 */
public record CelRule(
    String rule,
    String message,
    @Nullable String messageExpression,
    String fieldPath,
    String reason,
    boolean transition,
    boolean optionalOld) {
  private static final Pattern MENTIONS_OLD = Pattern.compile("\\boldSelf\\b");
  private static final List<String> REASONS =
      List.of(
          "FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate");

  /** One evaluation; {@link CelRules} bounds all of an object together. */
  private static final CelLimits LIMITS =
      CelLimits.DEFAULT.withSteps(500_000).withIterations(50_000);

  private static final Map<String, Checked<CelExpression>> COMPILED = new ConcurrentHashMap<>();
  private static final int MOST_COMPILED = 5_000;

  /** The environment costs some hundred milliseconds, so it waits until there is a rule. */
  private static final class Environment {
    static final CelEnvironment SHARED =
        CelEnvironment.builder()
            .variable("self", ValueType.DYN)
            .variable("oldSelf", ValueType.DYN)
            .kubernetes()
            .limits(LIMITS)
            .build();
  }

  /** The rules of a schema node. */
  static List<CelRule> read(ObjectNode schema, String path, List<Cause> causes) {
    JsonNode list = schema.path("x-kubernetes-validations");
    var rules = new ArrayList<CelRule>();
    for (int i = 0; i < list.size(); i++) {
      JsonNode entry = list.get(i);
      String at = path + ".x-kubernetes-validations[" + i + "]";
      String rule = Json.textOrEmpty(entry, "rule").strip();
      if (rule.isEmpty()) {
        causes.add(Cause.required(at + ".rule", "rule is not specified"));
        continue;
      }
      String message = Json.textOrEmpty(entry, "message");
      if (message.contains("\n")) {
        causes.add(
            Cause.invalid(
                at + ".message", "\"" + message + "\"", "message must not contain line breaks"));
      }
      String reason = Json.textOrEmpty(entry, "reason");
      if (!reason.isEmpty() && !REASONS.contains(reason)) {
        causes.add(
            new Cause(
                "FieldValueNotSupported",
                "Unsupported value: \""
                    + reason
                    + "\": supported values: \""
                    + String.join("\", \"", REASONS)
                    + "\"",
                at + ".reason"));
      }
      rules.add(
          new CelRule(
              rule,
              message,
              Json.textAt(entry, "messageExpression"),
              Json.textOrEmpty(entry, "fieldPath"),
              reason.isEmpty() ? "FieldValueInvalid" : reason,
              MENTIONS_OLD.matcher(rule).find(),
              entry.path("optionalOldSelf").asBoolean(false)));
    }
    return List.copyOf(rules);
  }

  /**
   * @param hasOld whether there is an old value
   */
  Checked<CelExpression> compiled(boolean hasOld) {
    String source =
        optionalOld
            ? MENTIONS_OLD
                .matcher(rule)
                .replaceAll(hasOld ? "optional.of(oldSelf)" : "optional.none()")
            : rule;
    return compile("bool " + source, source, ValueType.BOOL);
  }

  @Nullable Checked<CelExpression> compiledMessage() {
    return messageExpression == null
        ? null
        : compile("string " + messageExpression, messageExpression, ValueType.STRING);
  }

  /** Equal rules are compiled once for all definitions of all clusters. */
  private static Checked<CelExpression> compile(String key, String source, ValueType type) {
    if (COMPILED.size() > MOST_COMPILED) {
      COMPILED.clear();
    }
    return COMPILED.computeIfAbsent(key, k -> Environment.SHARED.compile(source, type));
  }

  /** What is wrong with the text of a rule, in one line. */
  static String line(List<Problem> problems) {
    var lines = new ArrayList<String>();
    for (Problem problem : problems) {
      lines.add(problem.message());
    }
    return "compilation failed: " + String.join("; ", lines);
  }
}
