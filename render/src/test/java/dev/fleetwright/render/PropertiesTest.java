package dev.fleetwright.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Yaml;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What holds for every module, tried on generated ones. Seeds are fixed. */
class PropertiesTest {

  private static final List<String> TYPES =
      List.of("stateless", "stateful", "daemon", "task", "scheduled-task");

  /** A module of up to six components, each with the examples of some definitions. */
  private static Map<String, Object> module(Random random) {
    Map<String, Object> components = new LinkedHashMap<>();
    for (int i = 0; i <= random.nextInt(6); i++) {
      components.put("c" + i, component(random, "c" + i));
    }
    Map<String, Object> module = new LinkedHashMap<>();
    module.put("apiVersion", "core.opm.dev/v1");
    module.put("kind", "Module");
    module.put("metadata", Map.of("name", "generated"));
    module.put("components", components);
    return module;
  }

  private static Map<String, Object> component(Random random, String name) {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    List<String> traits = new ArrayList<>();
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(
        "container",
        Map.of(
            "image",
            "nginx:1." + random.nextInt(30),
            "ports",
            List.of(Map.of("name", "http", "containerPort", 8080))));
    boolean scales = type.equals("stateless") || type.equals("stateful");
    for (Definition definition : Library.builtIn().catalog().all()) {
      String trait = definition.metadata().name();
      boolean fits =
          definition instanceof Definition.Trait
              && !(trait.equals("Autoscaling") && !scales)
              && !trait.equals("RestartPolicy")
              && !(trait.equals("UpdateStrategy") && !type.equals("stateless"))
              && !trait.equals("Ingress")
              && !trait.equals("HttpRoute");
      boolean needed = trait.equals("CronJobConfig") && type.equals("scheduled-task");
      Object example = definition.spec().example();
      if (example != null && (needed || (fits && random.nextInt(3) == 0))) {
        traits.add(definition.fqn());
        spec.put(definition.spec().name(), example);
      }
    }
    if (spec.containsKey("healthCheck")) {
      spec.put("healthCheck", Map.of("readiness", Map.of("tcpSocket", Map.of("port", "http"))));
    }
    if (spec.containsKey("serviceAccount")) {
      spec.put("serviceAccount", Map.of("name", name + "-account"));
    }
    Map<String, Object> component = new LinkedHashMap<>();
    component.put("metadata", Map.of("labels", Map.of("core.opm.dev/workload-type", type)));
    component.put("resources", List.of("opm.dev/resources/workload@v1#Container"));
    component.put("traits", traits);
    component.put("spec", spec);
    return component;
  }

  /** The same with every mapping and every list of names in another order. */
  private static Object shuffled(Object value, Random random) {
    if (value instanceof Map<?, ?> map) {
      List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
      Collections.shuffle(entries, random);
      Map<String, Object> copy = new LinkedHashMap<>();
      entries.forEach(e -> copy.put(String.valueOf(e.getKey()), shuffledField(e, random)));
      return copy;
    }
    return value;
  }

  private static Object shuffledField(Map.Entry<?, ?> entry, Random random) {
    if (entry.getKey().equals("traits") && entry.getValue() instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list);
      Collections.shuffle(copy, random);
      return copy;
    }
    return shuffled(java.util.Objects.requireNonNull(entry.getValue()), random);
  }

  private static String rendered(Object module, Provider provider) {
    Module read = ModuleReader.read(Node.of(module)).orThrow();
    Rendering rendering = Render.render(read, provider, TransformerContext.of(read));
    assertThat(rendering.errors())
        .as(ProblemText.render(rendering.errors()) + Json.compact(module))
        .isEmpty();
    return Yaml.text(rendering.manifests());
  }

  @RepeatedTest(60)
  void everyModuleRendersToValidObjectsInAnyOrderOfItsParts(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    Map<String, Object> module = module(random);
    for (String name : List.of("kubernetes", "docker-compose")) {
      Provider provider = Library.builtIn().provider(name).orThrow();
      // Errors would include everything that the platform's schema refuses.
      String first = rendered(module, provider);
      assertThat(rendered(module, provider)).isEqualTo(first);
      assertThat(rendered(shuffled(module, random), provider)).isEqualTo(first);
      List<dev.fleetwright.render.transform.Transformer> transformers =
          new ArrayList<>(provider.transformers().values());
      Collections.shuffle(transformers, random);
      Provider other =
          new Provider(
              provider.metadata(),
              transformers,
              provider.catalog(),
              provider.platform(),
              provider.hooks());
      assertThat(rendered(module, other)).isEqualTo(first);
    }
  }

  @Test
  void brokenModulesGiveProblemsAndNeverThrow() {
    Random random = new Random(7);
    Provider provider = Library.builtIn().provider("kubernetes").orThrow();
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      Map<String, Object> module = module(random);
      Object broken = broken(module, random, new int[] {1 + random.nextInt(3)});
      var read = ModuleReader.read(Node.of(broken));
      if (read.isValid()) {
        Module valid = read.orThrow();
        Rendering rendering = Render.render(valid, provider, TransformerContext.of(valid));
        refused += rendering.isValid() ? 0 : 1;
        assertThat(rendering.isValid() || rendering.objects().isEmpty()).isTrue();
      } else {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(100);
  }

  private static Object broken(Object value, Random random, int[] left) {
    if (left[0] > 0 && random.nextInt(25) == 0) {
      left[0]--;
      List<Object> odd =
          List.of(
              "",
              "x",
              -1L,
              1.5,
              true,
              List.of(),
              Map.of(),
              "${values.x}",
              "${",
              "é\u0000",
              Map.of("a", 1L));
      return odd.get(random.nextInt(odd.size()));
    }
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, child) ->
            copy.put(
                String.valueOf(key),
                broken(java.util.Objects.requireNonNull(child), random, left)));
        yield copy;
      }
      case List<?> list -> {
        List<Object> copy = new ArrayList<>();
        list.forEach(
            child -> copy.add(broken(java.util.Objects.requireNonNull(child), random, left)));
        yield copy;
      }
      default -> value;
    };
  }
}
