package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.error.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Answers whether the server lives and whether it can be used, in the form of Kubernetes. */
final class Health {
  private final Map<String, BooleanSupplier> living = new LinkedHashMap<>();
  private final Map<String, BooleanSupplier> ready = new LinkedHashMap<>();

  /**
   * @param takesWrites whether the store could write when it last tried
   * @param goesOn false once the server stops
   */
  Health(BooleanSupplier takesWrites, BooleanSupplier goesOn) {
    living.put("ping", () -> true);
    ready.put("ping", () -> true);
    ready.put("store", takesWrites);
    ready.put("shutdown", goesOn);
  }

  static boolean isAskedBy(List<String> steps) {
    return !steps.isEmpty()
        && steps.size() <= 2
        && List.of("healthz", "readyz", "livez").contains(steps.getFirst());
  }

  void answer(Exchange exchange, List<String> steps) {
    String asked = steps.getFirst();
    Map<String, BooleanSupplier> checks = asked.equals("livez") ? living : ready;
    if (steps.size() == 2) {
      BooleanSupplier check = checks.get(steps.get(1));
      if (check == null) {
        throw Failure.noSuchPath();
      }
      boolean holds = check.getAsBoolean();
      exchange.text(holds ? 200 : 500, holds ? "ok" : "failed");
      return;
    }
    List<String> excluded = Arrays.asList(exchange.query().text("exclude").split(",", -1));
    var lines = new ArrayList<String>();
    boolean all = true;
    for (Map.Entry<String, BooleanSupplier> check : checks.entrySet()) {
      if (excluded.contains(check.getKey())) {
        lines.add("[+]" + check.getKey() + " excluded: ok");
        continue;
      }
      boolean holds = check.getValue().getAsBoolean();
      all &= holds;
      lines.add((holds ? "[+]" : "[-]") + check.getKey() + (holds ? " ok" : " failed"));
    }
    lines.add(asked + " check " + (all ? "passed" : "failed"));
    boolean verbose = exchange.query().isGiven("verbose");
    exchange.text(all ? 200 : 500, verbose || !all ? String.join("\n", lines) + "\n" : "ok");
  }
}
