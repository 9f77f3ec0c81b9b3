package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.matching.Need;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who needs whom: one cluster per world, an arrow from each consumer to its provider, and a dashed
 * one to nowhere for what is not satisfied.
 */
final class BindingGraph {

  private BindingGraph() {}

  static String dot(List<BindingPlan> plans) {
    StringBuilder out =
        new StringBuilder("digraph bindings {\n  rankdir=LR;\n  node [shape=box];\n");
    int number = 0;
    for (BindingPlan plan : plans) {
      Ids ids = new Ids("w" + number);
      out.append("  subgraph cluster_").append(number++).append(" {\n");
      out.append("    label=").append(quoted(plan.key().toString())).append(";\n");
      for (String module : modules(plan)) {
        out.append("    ").append(ids.of(module)).append(" [label=").append(quoted(module));
        out.append("];\n");
      }
      for (DesiredBinding binding : plan.desired()) {
        out.append("    ").append(ids.of(binding.need().consumer())).append(" -> ");
        out.append(ids.of(binding.provision().module())).append(" [label=");
        out.append(quoted(label(binding))).append("];\n");
      }
      for (Outcome outcome : plan.outcomes()) {
        if (!(outcome instanceof Outcome.Bound)) {
          String open = ids.next();
          out.append("    ")
              .append(open)
              .append(" [label=")
              .append(quoted(missing(outcome.need())));
          out.append(", style=dashed, color=").append(colour(outcome.need())).append("];\n");
          out.append("    ").append(ids.of(outcome.need().consumer())).append(" -> ").append(open);
          out.append(" [style=dashed, color=").append(colour(outcome.need())).append("];\n");
        }
      }
      out.append("  }\n");
    }
    return out.append("}\n").toString();
  }

  static String mermaid(List<BindingPlan> plans) {
    StringBuilder out = new StringBuilder("flowchart LR\n");
    int number = 0;
    for (BindingPlan plan : plans) {
      Ids ids = new Ids("w" + number);
      out.append("  subgraph world").append(number++).append("[\"");
      out.append(escaped(plan.key().toString())).append("\"]\n");
      for (String module : modules(plan)) {
        out.append("    ").append(ids.of(module)).append("[\"").append(escaped(module));
        out.append("\"]\n");
      }
      for (DesiredBinding binding : plan.desired()) {
        out.append("    ").append(ids.of(binding.need().consumer())).append(" -->|\"");
        out.append(escaped(label(binding))).append("\"| ");
        out.append(ids.of(binding.provision().module())).append('\n');
      }
      for (Outcome outcome : plan.outcomes()) {
        if (!(outcome instanceof Outcome.Bound)) {
          out.append("    ").append(ids.of(outcome.need().consumer())).append(" -.-> ");
          out.append(ids.next()).append("[\"").append(escaped(missing(outcome.need())));
          out.append("\"]\n");
        }
      }
      out.append("  end\n");
    }
    return out.toString();
  }

  /** Short identifiers, since names may hold characters that the languages give a meaning. */
  private static final class Ids {
    private final String prefix;
    private final Map<String, String> known = new LinkedHashMap<>();
    private int count;

    Ids(String prefix) {
      this.prefix = prefix;
    }

    String of(String module) {
      return known.computeIfAbsent(module, _ -> next());
    }

    String next() {
      return prefix + "_" + count++;
    }
  }

  private static List<String> modules(BindingPlan plan) {
    Resolution resolution = plan.resolution();
    return resolution == null ? List.of() : List.copyOf(resolution.modules().keySet());
  }

  private static String label(DesiredBinding binding) {
    return binding.need().capabilityId() + " " + binding.provision().offered().version();
  }

  private static String missing(Need need) {
    return need.summary() + (need.isRequired() ? " missing" : " missing (optional)");
  }

  private static String colour(Need need) {
    return need.isRequired() ? "red" : "orange";
  }

  private static String quoted(String text) {
    return "\"" + Words.safe(text).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String escaped(String text) {
    return Words.safe(text)
        .replace("&", "#amp;")
        .replace("\"", "#quot;")
        .replace("<", "#lt;")
        .replace(">", "#gt;");
  }
}
