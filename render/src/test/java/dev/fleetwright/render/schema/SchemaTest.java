package dev.fleetwright.render.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class SchemaTest {

  private static @Nullable Object yaml(String text) {
    return new Load(LoadSettings.builder().build()).loadFromString(text);
  }

  /** Schema, value, codes of the problems with their paths. */
  private static final List<List<String>> TABLE =
      List.of(
          List.of("{type: integer}", "5", ""),
          List.of("{type: integer}", "5.0", ""),
          List.of("{type: integer}", "5.5", "wrong-type"),
          List.of("{type: integer}", "'5'", "wrong-type"),
          List.of("{type: [integer, string]}", "'5'", ""),
          List.of("{type: integer, minimum: 1, maximum: 3}", "0", "too-small"),
          List.of("{type: integer, minimum: 1, maximum: 3}", "1", ""),
          List.of("{type: integer, minimum: 1, maximum: 3}", "3", ""),
          List.of("{type: integer, minimum: 1, maximum: 3}", "4", "too-large"),
          List.of("{exclusiveMinimum: 1}", "1", "too-small"),
          List.of("{exclusiveMaximum: 1}", "1", "too-large"),
          List.of("{multipleOf: 5}", "12", "wrong-number"),
          List.of("{enum: [a, b]}", "c", "not-a-choice"),
          List.of("{const: 1}", "1.0", ""),
          List.of("{type: string, minLength: 2, maxLength: 3}", "a", "too-short"),
          List.of("{type: string, minLength: 2, maxLength: 3}", "abcd", "too-long"),
          List.of("{type: string, pattern: '^a'}", "b", "wrong-form"),
          List.of("{type: string, format: quantity}", "2Gi", ""),
          List.of("{type: string, format: quantity}", "2 Gi", "wrong-form"),
          List.of("{type: string, format: cron}", "'*/5 0-6 * jan,feb mon-fri'", ""),
          List.of("{type: string, format: cron}", "'60 * * * *'", "wrong-form"),
          List.of("{type: string, format: cron}", "'* * * *'", "wrong-form"),
          List.of("{type: string, format: dns-label}", "Web", "wrong-form"),
          List.of("{type: array, minItems: 1}", "[]", "too-few"),
          List.of("{type: array, maxItems: 1}", "[1, 2]", "too-many"),
          List.of("{type: array, uniqueItems: true}", "[1, 1]", "duplicate-entry"),
          List.of("{type: array, items: {type: string}}", "[a, 1]", "wrong-type [1]"),
          List.of("{properties: {a: {}}}", "{b: 1}", "unknown-field b"),
          List.of("{properties: {a: {}}, additionalProperties: true}", "{b: 1}", ""),
          List.of("{type: object}", "{b: 1}", ""),
          List.of("{type: object, additionalProperties: {type: string}}", "{b: 1}", "wrong-type b"),
          List.of("{required: [a], properties: {a: {}}}", "{}", "missing-field a"),
          List.of("{required: [a], properties: {a: {default: 1}}}", "{}", ""),
          List.of("{propertyNames: {pattern: '^x'}}", "{y: 1}", "wrong-form y"),
          List.of(
              "{patternProperties: {'^x-': {type: string}}, additionalProperties: false}",
              "{x-a: 1}",
              "wrong-type x-a"),
          List.of("{minProperties: 1}", "{}", "too-few"),
          List.of("{maxProperties: 1}", "{a: 1, b: 2}", "too-many"),
          List.of("{oneOf: [{type: string}, {type: integer}]}", "true", "wrong-type"),
          List.of("{oneOf: [{type: integer}, {type: number}]}", "1", "ambiguous"),
          List.of("{anyOf: [{type: integer}, {type: number}]}", "1", ""),
          List.of("{allOf: [{minimum: 1}, {maximum: 3}]}", "5", "too-large"),
          List.of("{not: {type: string}}", "a", "not-allowed"),
          List.of(
              "{if: {properties: {a: {const: 1}}}, then: {required: [b], additionalProperties:"
                  + " true}}",
              "{a: 1}",
              "missing-field b"),
          List.of(
              "{$defs: {n: {type: integer}}, properties: {a: {$ref: '#/$defs/n'}}}",
              "{a: x}",
              "wrong-type a"),
          List.of("false", "1", "not-allowed"),
          List.of("true", "1", ""));

  @TestFactory
  List<DynamicTest> checks() {
    List<DynamicTest> tests = new ArrayList<>();
    for (List<String> row : TABLE) {
      tests.add(
          DynamicTest.dynamicTest(
              String.join("  ", row),
              () -> {
                Schema schema = Schema.compile(yaml(row.get(0))).orThrow();
                List<String> found = new ArrayList<>();
                for (Problem problem : schema.check(yaml(row.get(1))).problems()) {
                  found.add((problem.code() + " " + problem.path()).strip());
                }
                assertThat(found).isEqualTo(row.get(2).isEmpty() ? List.of() : List.of(row.get(2)));
              }));
    }
    return tests;
  }

  @Test
  void defaultsAreFilledInDeepAndNeverOverwrite() {
    Schema schema =
        Schema.compile(
                yaml(
                    "{properties: {a: {default: {}, properties: {b: {default: 1}, c: {default:"
                        + " 2}}}, l: {items: {properties: {x: {default: 9}}}}}}"))
            .orThrow();
    assertThat(schema.check(yaml("{a: {b: 5}, l: [{}]}")).value())
        .isEqualTo(yaml("{a: {b: 5, c: 2}, l: [{x: 9}]}"));
    assertThat(schema.check(Map.of()).value()).isEqualTo(yaml("{a: {b: 1, c: 2}}"));
  }

  @Test
  void aSchemaWithMistakesIsRefused() {
    for (String wrong :
        Arrays.asList(
            "{typ: string}",
            "{type: text}",
            "{$ref: '#/$defs/no'}",
            "{pattern: '('}",
            "5",
            "{properties: 1}",
            "{minimum: x}",
            "{$ref: '#'}",
            "{$defs: {a: {$ref: '#/$defs/b'}, b: {$ref: '#/$defs/a'}}, $ref: '#/$defs/a'}")) {
      assertThat(Schema.compile(yaml(wrong)).isValid()).as(wrong).isFalse();
    }
  }

  @Test
  void aSchemaThatContainsItselfChecksDeepValues() {
    Schema tree =
        Schema.compile(yaml("{properties: {child: {$ref: '#'}, n: {type: integer}}}")).orThrow();
    Map<String, Object> value = new LinkedHashMap<>(Map.of("n", "x"));
    for (int i = 0; i < 20; i++) {
      value = new LinkedHashMap<>(Map.of("child", value));
    }
    assertThat(tree.check(value).problems())
        .extracting(Problem::code)
        .containsExactly("wrong-type");
  }

  @Test
  void secretsAreFoundAndNotShown() {
    Schema schema =
        Schema.compile(yaml("{properties: {p: {type: string, writeOnly: true, maxLength: 3}}}"))
            .orThrow();
    assertThat(schema.secrets(Map.of("p", "hunter22"))).containsExactly("hunter22");
    assertThat(schema.check(Map.of("p", List.of())).problems().getFirst().message())
        .doesNotContain("hunter22");
  }
}
