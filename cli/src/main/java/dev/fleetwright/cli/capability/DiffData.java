package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.PlanDiff;
import dev.fleetwright.capability.PlanDiff.Change;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.capability.matching.Need;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What changes, as plain values, for other programs. */
final class DiffData {

  private DiffData() {}

  static List<Map<String, Object>> of(List<PlanDiff> diffs) {
    return diffs.stream().map(DiffData::world).toList();
  }

  private static Map<String, Object> world(PlanDiff diff) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("world", diff.world().name());
    out.put("namespace", diff.world().namespace());
    put(out, "phaseBefore", diff.before());
    put(out, "phaseAfter", diff.after());
    out.put("changes", diff.changes().stream().map(DiffData::change).toList());
    return out;
  }

  private static void put(Map<String, Object> out, String key, @Nullable WorldPhase phase) {
    if (phase != null) {
      out.put(key, phase.toString());
    }
  }

  private static Map<String, Object> change(Change change) {
    Map<String, Object> out = new LinkedHashMap<>();
    Need need = change.need();
    out.put(
        "change",
        switch (change) {
          case Change.Added _ -> "added";
          case Change.Removed _ -> "removed";
          case Change.Rebound _ -> "rebound";
          case Change.Lost _ -> "lost";
          case Change.Settled _ -> "settled";
        });
    out.put("consumer", need.consumer());
    out.put("capabilityId", need.capabilityId());
    out.put("scope", need.scope().toString());
    switch (change) {
      case Change.Added(DesiredBinding binding) -> out.put("to", provider(binding));
      case Change.Removed(DesiredBinding binding) -> out.put("from", provider(binding));
      case Change.Rebound(DesiredBinding from, DesiredBinding to) -> {
        out.put("from", provider(from));
        out.put("to", provider(to));
      }
      case Change.Lost _, Change.Settled _ -> {}
    }
    return out;
  }

  private static Map<String, Object> provider(DesiredBinding binding) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("binding", binding.name());
    out.put("module", binding.provision().module());
    out.put("version", binding.provision().offered().version());
    return out;
  }
}
