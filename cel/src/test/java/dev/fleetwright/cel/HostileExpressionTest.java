package dev.fleetwright.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cel.CelResult.Cause;
import dev.fleetwright.cel.CelResult.Failure;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each limit, and expressions that people would write to get past them. {@code many} has 10,000.
 */
class HostileExpressionTest {

  private static void stopped(String source, String code) {
    Failure failure = Fixture.failure(Fixture.STRICT, source);
    assertThat(failure.problem().code()).as(source).isEqualTo(code);
    assertThat(failure.cause()).isEqualTo(Cause.LIMIT);
    assertThat(failure.problem().nextStep()).isNotEmpty();
    assertThat(failure.problem().place()).isNotNull();
  }

  private static void refused(String source, String code) {
    List<Problem> problems = Fixture.STRICT.compile(source).problems();
    assertThat(problems).isNotEmpty();
    assertThat(problems.getFirst().code()).isEqualTo(code);
    assertThat(problems.getFirst().nextStep()).isNotEmpty();
  }

  @Test
  void aMacroNestedFiveDeepOverALargeListIsStopped() {
    stopped(
        "many.map(a, many.map(b, many.map(c, many.map(d, many.map(e, 1)))))",
        "too-many-iterations");
    stopped("many.all(a, many.all(b, many.all(c, c == 1)))", "too-many-iterations");
  }

  @Test
  void nothingAbsorbsALimit() {
    stopped("many.exists(a, many.exists(b, many.exists(c, c > 1))) || true", "too-many-iterations");
    stopped("false && many.all(a, true) || many.all(a, many.all(b, true))", "too-many-iterations");
  }

  @Test
  void aBodyOfManyOperationsCountsToo() {
    String body = "x" + " + x".repeat(150);
    stopped("many.map(x, " + body + ").size() + many.map(x, " + body + ").size()", "too-much-work");
  }

  @Test
  void doublingAStringIsStopped() {
    String source = "optional.of('0123456789')" + ".optMap(x, x + x)".repeat(40);
    stopped(source, "text-too-long");
    stopped("['0123456789']" + ".map(x, x + x)".repeat(40), "text-too-long");
  }

  @Test
  void joinAndReplaceCannotMultiplyStrings() {
    String text = "many.map(x, 'abcdefghij').join()";
    stopped("many.map(x, 'a').join(" + text + ")", "text-too-long");
    stopped(text + ".replace('a', " + text + ")", "text-too-long");
    stopped(text + ".replace('', " + text + ")", "text-too-long");
  }

  @Test
  void doublingAListIsStopped() {
    String source = "many";
    for (int i = 0; i < 20; i++) {
      source = "[" + source + "].map(x, x + x)[0]";
    }
    stopped(source, "list-too-long");
    stopped("lists.range(1000000000)", "list-too-long");
  }

  @Test
  void sharedStructureThatUnfoldsToAGiantIsStopped() {
    String giant = "[1]" + ".map(v, [v, v])".repeat(40);
    stopped(giant, "result-too-large");
    stopped(giant + " == " + giant, "too-much-work");
    stopped(giant + ".flatten(100)", "list-too-long");
    stopped("many.map(x, many)", "result-too-large");
    stopped("many.map(x, 'abcdefghij'.replace('', '-----------'))", "result-too-large");
  }

  @Test
  void quadraticFunctionsAreCharged() {
    stopped("lists.range(100000).map(x, {'a': x}).distinct()", "too-much-work");
    stopped("sets.equivalent(lists.range(50000), lists.range(50000).reverse())", "too-much-work");
    String text = "many.map(x, 'aaaaaaaaaa').join()";
    String part = "many.map(x, 'aaaaa').join() + 'b'";
    stopped(text + ".contains(" + part + ")", "too-much-work");
    stopped(text + ".indexOf(" + part + ")", "too-much-work");
    stopped(text + ".lastIndexOf(" + part + ")", "too-much-work");
    stopped(text + ".split(" + part + ")", "too-much-work");
    stopped(text + ".replace(" + part + ", '')", "too-much-work");
    stopped(text + ".matches('(a?){100}b')", "too-much-work");
  }

  @ParameterizedTest
  @ValueSource(strings = {"((a{1000}){1000}){1000}", "((a{100}){100}){100}", "(x{99}y{99}){99}"})
  void aPatternWhoseProgramExplodesIsRefused(String regex) {
    refused("name.matches('" + regex + "')", "regex-too-large");
    assertThat(Fixture.summary(Fixture.STRICT, "name.matches(string('" + regex + "'))"))
        .startsWith("failure regex-too-large");
  }

  @Test
  void aLongPatternIsRefused() {
    refused("name.matches('" + "a".repeat(2_000) + "')", "regex-too-large");
  }

  @Test
  void theSourceHasALimitInCodePoints() {
    refused("x".repeat(10_001), "expression-too-long");
    assertThat(Fixture.STRICT.compile("'" + "😀".repeat(9_998) + "'").isValid()).isTrue();
    assertThat(Fixture.STRICT.compile("'" + "😀".repeat(9_999) + "'").isValid()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "{1:", "size(", "true?1:", "[?", "-(", "!(", "many.map(x,"})
  void deepNestingIsRefused(String opening) {
    int times = 10_000 / opening.length() - 1;
    refused(opening.repeat(times), "expression-too-deep");
  }

  @ParameterizedTest
  @ValueSource(strings = {".b", "[0]", "+1", ".trim()", ".?b", "*obj", "<obj"})
  void longChainsAreRefused(String link) {
    int times = 9_990 / link.length();
    refused("obj" + link.repeat(times), "expression-too-deep");
  }

  @Test
  void longChainsOfOneSignAreHarmless() {
    assertThat(Fixture.summary(Fixture.STRICT, "!".repeat(9_000) + "true")).isEqualTo("bool true");
    assertThat(Fixture.summary(Fixture.STRICT, "-".repeat(9_000) + "1")).isEqualTo("int 1");
    assertThat(Fixture.summary(Fixture.STRICT, "true" + "&&true".repeat(1_600)))
        .isEqualTo("bool true");
    assertThat(Fixture.summary(Fixture.STRICT, "[" + "1,".repeat(4_900) + "1]"))
        .startsWith("list [1,1");
  }

  @Test
  void typesThatDoubleAreRefused() {
    refused("[1]" + ".map(v, {v: v})".repeat(40), "expression-too-deep");
    String nested = "1";
    for (int i = 0; i < 30; i++) {
      nested = "[" + nested + "].map(v, {v: v})";
    }
    refused(nested, "expression-too-deep");
    refused(
        "optional.of(1)" + ".optMap(v, {string(v): v, v: 1})".repeat(30), "expression-too-deep");
    assertThat(Fixture.STRICT.compile("[1]" + ".map(v, {v: v})".repeat(5)).isValid()).isTrue();
  }

  @Test
  void deepValuesOfCallersAreNotWalkedToTheEnd() {
    Object deep = 1;
    Object same = 1;
    for (int i = 0; i < 100_000; i++) {
      deep = List.of(deep);
      same = List.of(same);
    }
    Map<String, Object> variables = Map.of("obj", deep, "returned", same);
    for (String source :
        List.of(
            "obj", "obj == returned", "obj.flatten(1000000)", "[obj].distinct() == [returned]")) {
      CelResult result = Fixture.compiled(Fixture.STRICT, source).evaluate(variables);
      assertThat(result).as(source).isInstanceOf(Failure.class);
      assertThat(((Failure) result).problem().code()).isEqualTo("value-too-deep");
    }
    assertThat(Fixture.compiled(Fixture.STRICT, "obj[0][0].size()").evaluate(variables))
        .isEqualTo(new CelResult.Value(ValueType.INT, 1L, null));
  }

  @Test
  void eachLimitIsTheCallersToSet() {
    CelEnvironment small =
        Fixture.environment()
            .limits(
                CelLimits.DEFAULT
                    .withSourceLength(60)
                    .withDepth(20)
                    .withIterations(3)
                    .withSteps(40)
                    .withTextLength(10)
                    .withElements(4))
            .build();
    assertThat(Fixture.summary(small, "[1, 2, 3].map(x, x).size()")).isEqualTo("int 3");
    assertThat(Fixture.summary(small, "[1, 2, 3, 4].map(x, x).size()"))
        .isEqualTo("failure too-many-iterations LIMIT");
    assertThat(Fixture.summary(small, "'12345' + '67890'")).startsWith("string");
    assertThat(Fixture.summary(small, "'12345' + '678901'"))
        .isEqualTo("failure text-too-long LIMIT");
    assertThat(Fixture.summary(small, "[1, 2] + [3, 4, 5] == []"))
        .isEqualTo("failure list-too-long LIMIT");
    assertThat(Fixture.summary(small, "[1, [2, 3], 4]"))
        .isEqualTo("failure result-too-large LIMIT");
    assertThat(Fixture.summary(small, "1" + "+1".repeat(25)))
        .isEqualTo("invalid expression-too-deep");
    assertThat(Fixture.summary(small, "many == many")).isEqualTo("failure too-much-work LIMIT");
    assertThat(Fixture.summary(small, "'" + "x".repeat(60) + "'"))
        .isEqualTo("invalid expression-too-long");
  }

  /** Errors that exists() forgives must not be a way to work for free. */
  @Test
  void forgivenErrorsCostToo() {
    Map<String, Object> wide = new java.util.HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      wide.put("key" + i, i);
    }
    List<Object> square =
        java.util.Collections.nCopies(1_000, java.util.Collections.nCopies(1_000, 1));
    Map<String, Object> variables =
        Map.of(
            "obj", Map.of("wide", wide, "square", square),
            "many", java.util.Collections.nCopies(90_000, 1),
            "name", "x");
    assertThat(code("many.exists(x, obj.wide.key)", variables)).isEqualTo("absent-field");
    assertThat(code("many.exists(x, obj.square > 1)", variables)).isEqualTo("no-such-overload");
    assertThat(code("many.exists(x, int(name) > 1)", variables)).isEqualTo("too-much-work");
    assertThat(code("many.exists(x, name.matches('(y{60}){' + '60}'))", variables))
        .isEqualTo("too-much-work");
  }

  private static String code(String source, Map<String, Object> variables) {
    CelResult result = Fixture.compiled(Fixture.STRICT, source).evaluate(variables);
    return result instanceof Failure failure ? failure.problem().code() : result.toString();
  }

  @Test
  void valuesThatContainThemselvesAreSurvived() {
    Map<String, Object> loop = new java.util.HashMap<>();
    loop.put("a", loop);
    loop.put("b", loop);
    Map<String, Object> variables = Map.of("obj", loop, "returned", Map.of("a", loop, "b", loop));
    for (String source : List.of("obj", "obj == returned", "[obj].distinct() == [returned]")) {
      assertThat(Fixture.compiled(Fixture.STRICT, source).evaluate(variables))
          .as(source)
          .isInstanceOf(Failure.class);
    }
    assertThat(code("obj.a.b.a.nope", variables)).isEqualTo("absent-field");
  }

  @Test
  void theSameWorkIsCountedEveryTime() {
    String source = "many.map(x, [x, x]).distinct().size() + many.filter(x, x > 0).size()";
    long enough = 1;
    while (isStoppedAt(source, enough)) {
      enough *= 2;
    }
    long low = enough / 2;
    long high = enough;
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (isStoppedAt(source, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    List<Boolean> outcomes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      outcomes.add(isStoppedAt(source, low));
      outcomes.add(!isStoppedAt(source, high));
    }
    assertThat(outcomes).doesNotContain(false);
  }

  private static boolean isStoppedAt(String source, long steps) {
    CelEnvironment environment =
        Fixture.environment().limits(CelLimits.DEFAULT.withSteps(steps)).build();
    return Fixture.result(environment, source) instanceof Failure;
  }
}
