package dev.fleetwright.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 + 1 | []",
        "obj | [obj]",
        "obj.spec.replicas != returned.status.availableReplicas | [obj.spec.replicas,"
            + " returned.status.availableReplicas]",
        "has(obj.spec.replicas) | [obj.spec.replicas]",
        "obj.metadata.labels['app.kubernetes.io/name'] |"
            + " [obj.metadata.labels[\"app.kubernetes.io/name\"]]",
        "obj.metadata.labels[name] | [name, obj.metadata.labels]",
        "obj.items[name].x | [name, obj.items]",
        "obj.items[0].x | [obj.items[*].x]",
        "obj.items.exists(i, i.a == 1 && i.b == 2) | [obj.items[*].a, obj.items[*].b]",
        "obj.items.map(i, i.x) | [obj.items[*].x]",
        "obj.items.filter(i, i.x == 1) | [obj.items[*]]",
        "obj.items.map(i, 1) | [obj.items]",
        "obj.items.size() | [obj.items]",
        "obj.items.map(i, i.parts.map(p, p.id + i.id)) | [obj.items[*].id,"
            + " obj.items[*].parts[*].id]",
        "obj.items.all(k, v, v.x > 0) | [obj.items[*].x]",
        "obj.items.all(k, v, k != '') | [obj.items]",
        "[obj.a, obj.b].exists(x, x.y == 1) | [obj.a, obj.b]",
        "(obj.c ? obj.a : obj.b).x | [obj.a.x, obj.b.x, obj.c]",
        "obj.?a.?b.orValue(returned.c) | [obj.a.b, returned.c]",
        "obj.?a.b.hasValue() | [obj.a.b]",
        "optional.of(obj.a).optMap(v, v.x) | [obj.a]",
        "dyn(obj.a).x | [obj.a.x]",
        "obj.a == 1 && obj.a.b == 2 | [obj.a]",
        "obj.items.sortBy(i, i.x) | [obj.items[*]]",
        "{'k': obj.a}.k | [obj.a]",
        "obj.items.map(obj, obj.x) | [obj.items[*].x]",
        "name.size() > 1 ? obj.a : null | [name, obj.a]",
      })
  void findsThePathsThatMatter(String source, String expected) {
    CelExpression expression = Fixture.compiled(Fixture.STRICT, source);
    assertThat(expression.reads().toString()).isEqualTo(expected);
  }

  @Test
  void namesTheVariables() {
    assertThat(Fixture.compiled(Fixture.STRICT, "obj.a == returned.b").variables())
        .containsExactly("obj", "returned");
  }

  /**
   * Whatever lies outside of the paths has no influence: values are changed at random, and where
   * all read paths still hold the same, the result is the same.
   */
  @Test
  void whatIsNotReadDoesNotMatter() {
    List<String> sources =
        List.of(
            "obj.a.x == returned.b.y",
            "obj.a.exists(i, i.x == 1)",
            "obj.a.map(i, i.x)",
            "obj.a.filter(i, i.x != null).size()",
            "obj.a.map(i, 1).size()",
            "has(obj.a.b) ? obj.b : obj.a",
            "obj.a[0].x",
            "obj[returned.a].x",
            "obj.?a.?b.orValue(returned.x)",
            "obj.a.all(k, v, v.x == k)",
            "[obj.a, obj.b].map(v, v.x)",
            "optional.of(obj.a).optMap(v, v.x + v.y)",
            "obj.a.transformMap(k, v, v.x)",
            "obj.a.sortBy(i, i.x).map(i, i.y)",
            "(returned.a == 1 ? obj.a : obj.b).x");
    Random random = new Random(7);
    int unaffected = 0;
    for (String source : sources) {
      CelExpression expression = Fixture.compiled(Fixture.STRICT, source);
      for (int round = 0; round < 400; round++) {
        Map<String, @Nullable Object> before =
            Map.of("obj", tree(random, 3), "returned", tree(random, 3));
        Map<String, @Nullable Object> after = new HashMap<>(before);
        String changed = random.nextBoolean() ? "obj" : "returned";
        after.put(changed, mutated(random, before.get(changed)));
        if (projection(expression.reads(), before).equals(projection(expression.reads(), after))) {
          unaffected++;
          assertThat(outcome(expression, after))
              .as("%s on %s and %s", source, before, after)
              .isEqualTo(outcome(expression, before));
        }
      }
    }
    assertThat(unaffected).isGreaterThan(500);
  }

  private static String outcome(CelExpression expression, Map<String, @Nullable Object> values) {
    return switch (expression.evaluate(values)) {
      case CelResult.Value value -> value.json();
      case CelResult.Failure failure -> failure.problem().code() + failure.problem().path();
    };
  }

  private static String projection(SortedSet<CelPath> reads, Map<String, @Nullable Object> values) {
    StringBuilder out = new StringBuilder();
    for (CelPath path : reads) {
      project(out, path.steps(), values.get(path.variable()));
      out.append('\n');
    }
    return out.toString();
  }

  private static void project(StringBuilder out, List<CelPath.Step> steps, @Nullable Object value) {
    if (steps.isEmpty()) {
      out.append(value);
      return;
    }
    List<CelPath.Step> rest = steps.subList(1, steps.size());
    switch (steps.getFirst()) {
      case CelPath.Field(String name) -> {
        if (value instanceof Map<?, ?> map && map.containsKey(name)) {
          out.append('.');
          project(out, rest, map.get(name));
        } else {
          out.append("absent in ").append(value instanceof Map ? "map" : value);
        }
      }
      case CelPath.Each() -> {
        if (value instanceof List<?> list) {
          list.forEach(element -> project(out.append('-'), rest, element));
        } else if (value instanceof Map<?, ?> map) {
          map.forEach((key, element) -> project(out.append(key).append(':'), rest, element));
        } else {
          out.append(value);
        }
      }
    }
  }

  private static Object tree(Random random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return random.nextBoolean()
          ? (Object) random.nextInt(3)
          : List.of("a", "b").get(random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      List<Object> list = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        list.add(tree(random, depth - 1));
      }
      return list;
    }
    Map<String, Object> map = new java.util.TreeMap<>();
    for (String key : List.of("a", "b", "x", "y")) {
      if (random.nextInt(3) > 0) {
        map.put(key, tree(random, depth - 1));
      }
    }
    return map;
  }

  private static @Nullable Object mutated(Random random, @Nullable Object value) {
    if (value instanceof Map<?, ?> map && !map.isEmpty() && random.nextInt(8) > 0) {
      Map<Object, @Nullable Object> copy = new java.util.TreeMap<>(map);
      List<Object> keys = new ArrayList<>(copy.keySet());
      Object key = keys.get(random.nextInt(keys.size()));
      if (random.nextInt(4) == 0) {
        copy.remove(key);
      } else {
        copy.put(key, mutated(random, copy.get(key)));
      }
      return copy;
    }
    if (value instanceof List<?> list && !list.isEmpty() && random.nextInt(8) > 0) {
      List<@Nullable Object> copy = new ArrayList<>(list);
      int index = random.nextInt(copy.size());
      copy.set(index, mutated(random, copy.get(index)));
      return copy;
    }
    return tree(random, 1);
  }
}
