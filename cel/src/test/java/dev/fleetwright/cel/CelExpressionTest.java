package dev.fleetwright.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.cel.CelResult.Cause;
import dev.fleetwright.cel.CelResult.Failure;
import dev.fleetwright.cel.CelResult.Value;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CelExpressionTest {

  @Test
  void aMissingFieldIsNamedWithItsPathAndPlace() {
    Failure failure = Fixture.failure(Fixture.STRICT, "1 == 1 &&\n  returned.status.nope > 3");
    assertThat(failure.cause()).isEqualTo(Cause.ABSENT);
    assertThat(failure.problem().path()).isEqualTo("returned.status.nope");
    assertThat(failure.problem().message()).isEqualTo("returned.status.nope is absent");
    assertThat(failure.problem().place())
        .isEqualTo(new Place("<expression>", 2, 18, 5, "  returned.status.nope > 3"));
  }

  @Test
  void theFirstMissingPartOfAPathIsTheOneNamed() {
    Problem problem = Fixture.failure(Fixture.STRICT, "returned.statu.nope.deep").problem();
    assertThat(problem.path()).isEqualTo("returned.statu");
    assertThat(problem.message())
        .isEqualTo("returned.statu is absent, so returned.statu.nope.deep cannot be read");
    assertThat(problem.nextStep()).startsWith("did you mean \"status\"?");
  }

  @Test
  void pathsInsideMacrosAreNamedByTheirList() {
    assertThat(
            Fixture.failure(Fixture.STRICT, "returned.status.conditions.map(c, c.nope)")
                .problem()
                .path())
        .isEqualTo("returned.status.conditions[*].nope");
    assertThat(Fixture.failure(Fixture.STRICT, "obj.spec.ports[5]").problem().path())
        .isEqualTo("obj.spec.ports[5]");
    assertThat(Fixture.failure(Fixture.STRICT, "obj.metadata.labels[name]").problem().path())
        .isEqualTo("obj.metadata.labels[\"grüße😀\"]");
  }

  @Test
  void allProblemsOfASourceAreReportedWithTheirPlaces() {
    List<Problem> problems = Fixture.STRICT.compile("nam + foo(1) +\n  retuned.x").problems();
    assertThat(ProblemText.render(problems))
        .isEqualTo(
            """
            <expression>:1:1: error: unknown variable "nam" [unknown-variable]
                1 | nam + foo(1) +
                  | ^~~
              fix: did you mean "name"?
            <expression>:1:7: error: unknown function "foo" [unknown-function]
                1 | nam + foo(1) +
                  |       ^~~
              fix: functions are listed in the documentation of CEL expressions
            <expression>:2:3: error: unknown variable "retuned" [unknown-variable]
                2 |   retuned.x
                  |   ^~~~~~~
              fix: did you mean "returned"?
            """);
  }

  @Test
  void columnsCountCodePoints() {
    Place place = Fixture.STRICT.compile("'😀😀' + nope").problems().getFirst().place();
    assertThat(place).isEqualTo(new Place("<expression>", 1, 8, 4, "'😀😀' + nope"));
  }

  @Test
  void anEmptyExpressionIsAProblem() {
    for (String source : List.of("", "  ", "\n", "// nothing")) {
      assertThat(Fixture.STRICT.compile(source).problems()).as(source).isNotEmpty();
    }
  }

  @Test
  void theExpectedTypeIsCheckedWhenItIsKnown() {
    List<Problem> problems = Fixture.STRICT.compile("name", ValueType.BOOL).problems();
    assertThat(problems.getFirst().code()).isEqualTo("wrong-result-type");
    assertThat(problems.getFirst().message())
        .isEqualTo("the expression gives a value of type string where bool is needed");
    assertThat(Fixture.STRICT.compile("obj.x == 1", ValueType.BOOL).isValid()).isTrue();
  }

  @Test
  void theExpectedTypeIsCheckedWhenItRuns() {
    CelExpression expression = Fixture.STRICT.compile("obj.x", ValueType.BOOL).orThrow();
    assertThat(expression.evaluate(Map.of("obj", Map.of("x", true)))).isEqualTo(Value.TRUE);
    CelResult wrong = expression.evaluate(Map.of("obj", Map.of("x", 1)));
    assertThat(((Failure) wrong).problem().code()).isEqualTo("wrong-result-type");
    assertThat(((Failure) wrong).cause()).isEqualTo(Cause.ERROR);
  }

  @Test
  void aNullWhereAbsentIsNullPassesAnyExpectedType() {
    CelExpression filter = Fixture.NULLS.compile("returned.x", ValueType.BOOL).orThrow();
    assertThat(filter.evaluate(Map.of("returned", Map.of())))
        .isEqualTo(new Value(ValueType.NULL, null, null));
  }

  @Test
  void aFailureOnAnAbsentValueSaysWhyItIsNull() {
    Value value = (Value) Fixture.result(Fixture.NULLS, "returned.status.nope > 3");
    assertThat(value.type()).isEqualTo(ValueType.NULL);
    assertThat(value.value()).isNull();
    Problem absence = value.absence();
    assertThat(absence).isNotNull();
    assertThat(absence.message()).isEqualTo("\">\" is not defined for an absent value and int");
  }

  @Test
  void absentAsNullForAllVariables() {
    CelEnvironment all = Fixture.environment().absentAsNull().build();
    assertThat(Fixture.summary(all, "obj.nope.deep == null && values.nope == null"))
        .isEqualTo("bool true");
  }

  @Test
  void anUnboundVariableIsAFailureOrAbsent() {
    CelExpression strict = Fixture.compiled(Fixture.STRICT, "returned.x == 1");
    assertThat(((Failure) strict.evaluate(Map.of())).problem().code())
        .isEqualTo("unbound-variable");
    CelExpression nulls = Fixture.compiled(Fixture.NULLS, "returned.x == 1");
    assertThat(nulls.evaluate(Map.of())).isEqualTo(Value.FALSE);
  }

  @Test
  void aVariableMustHaveItsDeclaredType() {
    CelResult result = Fixture.compiled(Fixture.STRICT, "name").evaluate(Map.of("name", 1));
    assertThat(((Failure) result).problem().code()).isEqualTo("wrong-variable-type");
  }

  @Test
  void bindingsByFunctionAreAskedOnceAndOnlyWhenRead() {
    AtomicInteger asked = new AtomicInteger();
    CelExpression expression = Fixture.compiled(Fixture.STRICT, "obj.a + obj.b + obj.a");
    CelResult result =
        expression.evaluate(name -> {
          asked.incrementAndGet();
          assertThat(name).isEqualTo("obj");
          return Map.of("a", 1, "b", 2);
        });
    assertThat(result).isEqualTo(new Value(ValueType.INT, 4L, null));
    assertThat(asked).hasValue(1);
  }

  /** Reading one field must not walk the rest: these maps fail when anything else is touched. */
  @Test
  void valuesAreReadInPlace() {
    Map<String, Object> guarded =
        new AbstractMap<>() {
          @Override
          public @Nullable Object get(@Nullable Object key) {
            return "wanted".equals(key) ? Map.of("x", 5) : null;
          }

          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new AssertionError("the whole map was walked");
          }
        };
    assertThat(
            Fixture.compiled(Fixture.STRICT, "obj.wanted.x + 1").evaluate(Map.of("obj", guarded)))
        .isEqualTo(new Value(ValueType.INT, 6L, null));
  }

  @Test
  void aMapThatThrowsIsAFailure() {
    Map<String, Object> broken =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new IllegalStateException("closed");
          }
        };
    CelResult result = Fixture.compiled(Fixture.STRICT, "obj.x").evaluate(Map.of("obj", broken));
    assertThat(((Failure) result).problem().code()).isEqualTo("evaluation-failed");
  }

  @Test
  void unsupportedJavaValuesAreAFailure() {
    CelResult result =
        Fixture.compiled(Fixture.STRICT, "obj.x")
            .evaluate(Map.of("obj", Map.of("x", new Object())));
    assertThat(((Failure) result).problem().code()).isEqualTo("unsupported-value");
  }

  @Test
  void sortedMapsWithOtherKeysAreMapsToo() {
    Map<Integer, String> numbers = new TreeMap<>(Map.of(1, "a", 2, "b"));
    Map<String, Object> variables = Map.of("obj", numbers);
    assertThat(Fixture.compiled(Fixture.STRICT, "obj[2]").evaluate(variables))
        .isEqualTo(new Value(ValueType.STRING, "b", null));
    assertThat(Fixture.compiled(Fixture.STRICT, "has(obj.x)").evaluate(variables))
        .isEqualTo(Value.FALSE);
  }

  @Test
  void resultsArePlainUnmodifiableAndSorted() {
    Map<String, Object> unsorted = new LinkedHashMap<>();
    unsorted.put("b", 1);
    unsorted.put("a", java.util.Arrays.asList(1, null));
    Value value = (Value) Fixture.compiled(Fixture.STRICT, "obj").evaluate(Map.of("obj", unsorted));
    assertThat(value.json()).isEqualTo("{\"a\":[1,null],\"b\":1}");
    Object plain = value.value();
    assertThat(plain).isInstanceOf(Map.class);
    assertThat(((Map<?, ?>) plain).keySet().toArray()).containsExactly("a", "b");
    assertThat(((Map<?, ?>) plain).get("b")).isEqualTo(1L);
    assertThatThrownBy(() -> ((Map<?, ?>) plain).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void textIsForPeople() {
    assertThat(((Value) Fixture.result(Fixture.STRICT, "'a\"b'")).text()).isEqualTo("a\"b");
    assertThat(((Value) Fixture.result(Fixture.STRICT, "values.time")).text())
        .isEqualTo("2024-02-29T12:00:00Z");
    assertThat(((Value) Fixture.result(Fixture.STRICT, "0.0 / 0.0")).text()).isEqualTo("NaN");
    assertThat(((Value) Fixture.result(Fixture.STRICT, "[1, 'a']")).text()).isEqualTo("[1,\"a\"]");
  }

  @Test
  void thereIsNoClockAndNoRandomness() {
    assertThat(CelEnvironment.functionNames())
        .contains(
            "size",
            "matches",
            "has",
            "exists",
            "sortBy",
            "math.greatest",
            "sets.contains",
            "lists.range",
            "optional.of",
            "transformMap",
            "base64.encode",
            "getFullYear")
        .noneMatch(name -> name.matches("(?i).*(now|random|rand|uuid|today|clock|bind|env).*"));
  }

  @Test
  void manyThreadsShareOneExpression() throws Exception {
    CelExpression expression =
        Fixture.compiled(
            Fixture.STRICT,
            "obj.items.filter(i, i.n % 2 == 0).map(i, i.n * obj.factor).map(n,"
                + " string(n)).join(',')");
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      List<Future<Integer>> futures = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        int factor = thread + 1;
        Callable<Integer> work =
            () -> {
              int right = 0;
              List<Map<String, Object>> items = new ArrayList<>();
              for (int n = 0; n < 20; n++) {
                items.add(Map.of("n", n));
              }
              StringBuilder expected = new StringBuilder();
              for (int n = 0; n < 20; n += 2) {
                expected.append(n == 0 ? "" : ",").append(n * factor);
              }
              for (int round = 0; round < 500; round++) {
                CelResult result =
                    expression.evaluate(Map.of("obj", Map.of("items", items, "factor", factor)));
                right += ((Value) result).text().contentEquals(expected) ? 1 : 0;
              }
              return right;
            };
        futures.add(pool.submit(work));
      }
      for (Future<Integer> future : futures) {
        assertThat(future.get()).isEqualTo(500);
      }
    }
  }

  @Test
  void builderMistakesAreTheCallersBugs() {
    assertThatThrownBy(() -> CelEnvironment.builder().variable("a.b", ValueType.DYN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CelEnvironment.builder().absentAsNull("x").build())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
