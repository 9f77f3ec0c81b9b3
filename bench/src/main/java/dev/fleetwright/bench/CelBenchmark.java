package dev.fleetwright.bench;

import dev.cel.common.CelOptions;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.fleetwright.cel.CelEnvironment;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.cel.ValueType;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One comparison of two fields over JSON-like maps: written by hand in Java, as a CEL expression of
 * ours in both modes, and on the CEL library's own runtime.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Threads(2)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 8, time = 1)
public class CelBenchmark {

  static final String SOURCE = "obj.spec.replicas != returned.status.availableReplicas";

  private final Map<String, Object> variables = variables();
  private final CelExpression strict = compiled(builder());
  private final CelExpression nulls = compiled(builder().absentAsNull("returned"));
  private final CelRuntime.Program library = library();

  @Benchmark
  public boolean handWritten() {
    Object wanted = field(field(field(variables, "obj"), "spec"), "replicas");
    Object available = field(field(field(variables, "returned"), "status"), "availableReplicas");
    if (wanted instanceof Number a && available instanceof Number b) {
      return a.doubleValue() != b.doubleValue();
    }
    return !Objects.equals(wanted, available);
  }

  private static Object field(Object value, String name) {
    return Objects.requireNonNull(((Map<?, ?>) value).get(name));
  }

  @Benchmark
  public CelResult cel() {
    return strict.evaluate(variables);
  }

  @Benchmark
  public CelResult celAbsentAsNull() {
    return nulls.evaluate(variables);
  }

  @Benchmark
  public Object celLibraryAlone() throws Exception {
    return library.eval(variables);
  }

  private static Map<String, Object> variables() {
    Map<String, Object> spec = new HashMap<>(Map.of("replicas", 3, "paused", false));
    Map<String, Object> status = new HashMap<>(Map.of("availableReplicas", 3.0, "phase", "Up"));
    Map<String, Object> all = new HashMap<>();
    all.put("obj", new HashMap<>(Map.of("kind", "Deployment", "spec", spec)));
    all.put("returned", new HashMap<>(Map.of("status", status)));
    return all;
  }

  private static CelEnvironment.Builder builder() {
    return CelEnvironment.builder()
        .variable("obj", ValueType.DYN)
        .variable("returned", ValueType.DYN);
  }

  private static CelExpression compiled(CelEnvironment.Builder builder) {
    return builder.build().compile(SOURCE, ValueType.BOOL).orThrow();
  }

  private static CelRuntime.Program library() {
    try {
      return CelRuntimeFactory.plannerRuntimeBuilder()
          .setOptions(CelOptions.current().enableHeterogeneousNumericComparisons(true).build())
          .build()
          .createProgram(
              CelCompilerFactory.standardCelCompilerBuilder()
                  .addVar("obj", SimpleType.DYN)
                  .addVar("returned", SimpleType.DYN)
                  .build()
                  .compile(SOURCE)
                  .getAst());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
