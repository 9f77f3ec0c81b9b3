package dev.fleetwright.bench;

import dev.fleetwright.documents.Node;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.Render;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.transform.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Components rendered to Kubernetes objects per second, with all checks, in modules of three sizes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class RenderBenchmark {

  private final Provider provider = Library.builtIn().provider("kubernetes").orThrow();
  private final Module ten = module(10);
  private final Module thousand = module(1_000);
  private final Module tenThousand = module(10_000);

  /** A module of Deployments with Services, probes and resources. */
  static Module module(int size) {
    Map<String, Object> components = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      components.put(
          "web-" + i,
          Map.of(
              "metadata", Map.of("labels", Map.of("core.opm.dev/workload-type", "stateless")),
              "resources", List.of("opm.dev/resources/workload@v1#Container"),
              "traits",
                  List.of(
                      "opm.dev/traits/scaling@v1#Replicas",
                      "opm.dev/traits/network@v1#Expose",
                      "opm.dev/traits/workload@v1#HealthCheck",
                      "opm.dev/traits/workload@v1#Resources"),
              "spec",
                  Map.of(
                      "container",
                          Map.of(
                              "image",
                              "nginx:1." + i % 30,
                              "ports",
                              List.of(Map.of("name", "http", "containerPort", 8080))),
                      "replicas", 1 + i % 5,
                      "expose", Map.of("type", "ClusterIP"),
                      "healthCheck", Map.of("readiness", Map.of("httpGet", Map.of("port", "http"))),
                      "resources", Map.of("requests", Map.of("cpu", "100m")))));
    }
    return ModuleReader.read(
            Node.of(
                Map.of(
                    "apiVersion",
                    "core.opm.dev/v1",
                    "kind",
                    "Module",
                    "metadata",
                    Map.of("name", "bench"),
                    "components",
                    components)))
        .orThrow();
  }

  private Rendering render(Module module) {
    Rendering rendering = Render.render(module, provider, TransformerContext.of(module));
    if (rendering.objects().size() != 2 * module.components().size()) {
      throw new IllegalStateException("not rendered: " + rendering.problems());
    }
    return rendering;
  }

  @Benchmark
  @OperationsPerInvocation(10)
  public Rendering components10() {
    return render(ten);
  }

  @Benchmark
  @OperationsPerInvocation(1_000)
  public Rendering components1000() {
    return render(thousand);
  }

  @Benchmark
  @OperationsPerInvocation(10_000)
  public Rendering components10000() {
    return render(tenThousand);
  }
}
