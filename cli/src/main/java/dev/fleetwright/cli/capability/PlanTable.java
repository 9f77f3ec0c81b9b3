package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.cli.terminal.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One row per binding, and per requirement that has none. */
final class PlanTable {

  private final Table table;
  private final boolean wide;

  private PlanTable(boolean wide) {
    this.wide = wide;
    List<String> headers =
        new ArrayList<>(
            List.of("WORLD", "CONSUMER", "CAPABILITY", "SCOPE", "PROVIDER", "VERSION", "STATE"));
    if (wide) {
      headers.addAll(
          List.of("RANGE", "MULTIPLICITY", "MODE", "CANDIDATES", "NAMESPACE", "BINDING"));
    }
    this.table = new Table(headers.toArray(String[]::new));
  }

  static String render(List<BindingPlan> plans, boolean wide) {
    PlanTable rows = new PlanTable(wide);
    plans.forEach(rows::add);
    return rows.table.render();
  }

  private void add(BindingPlan plan) {
    int next = 0;
    for (Outcome outcome : plan.outcomes()) {
      switch (outcome) {
        case Outcome.Bound bound -> {
          for (int i = 0; i < bound.providers().size(); i++) {
            add(plan, outcome, plan.desired().get(next++));
          }
        }
        case Outcome.Unresolved(Need need) ->
            add(plan, outcome, need.isRequired() ? "✗ unresolved" : "- unresolved");
        case Outcome.Broken(Need need) -> addBroken(plan, outcome, need);
      }
    }
    for (CapabilityBinding stale : plan.stale()) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  plan.key().name(),
                  stale.spec().consumer().moduleManifestName(),
                  stale.spec().capabilityId(),
                  stale.spec().scope().toString(),
                  stale.spec().provider().moduleManifestName(),
                  orDash(stale.spec().provider().capabilityVersion()),
                  "- delete"));
      if (wide) {
        cells.addAll(
            List.of(
                "-",
                stale.spec().multiplicity().toString(),
                "-",
                "-",
                stale.metadata().namespace(),
                stale.metadata().name()));
      }
      row(cells);
    }
  }

  private void add(BindingPlan plan, Outcome outcome, DesiredBinding binding) {
    String action = binding.action().name().toLowerCase(Locale.ROOT);
    row(
        cells(
            plan,
            outcome,
            binding.provision().module(),
            binding.provision().offered().version(),
            (binding.action() == DesiredBinding.Action.REFUSE ? "✗ " : "✓ ") + action,
            binding.name()));
  }

  private void add(BindingPlan plan, Outcome outcome, String state) {
    row(cells(plan, outcome, "-", "-", state, "-"));
  }

  private void addBroken(BindingPlan plan, Outcome outcome, Need need) {
    List<CapabilityBinding> kept =
        plan.retained().stream()
            .filter(binding ->
                binding.spec().consumer().moduleManifestName().equals(need.consumer())
                    && binding.spec().capabilityId().equals(need.capabilityId())
                    && binding.spec().scope() == need.scope())
            .toList();
    if (kept.isEmpty()) {
      add(plan, outcome, "✗ invalid");
    }
    for (CapabilityBinding binding : kept) {
      row(
          cells(
              plan,
              outcome,
              binding.spec().provider().moduleManifestName(),
              orDash(binding.spec().provider().capabilityVersion()),
              "✗ invalid, last good kept",
              binding.metadata().name()));
    }
  }

  private List<String> cells(
      BindingPlan plan,
      Outcome outcome,
      String provider,
      String version,
      String state,
      String name) {
    Need need = outcome.need();
    List<String> cells = new ArrayList<>();
    Collections.addAll(
        cells,
        plan.key().name(),
        need.consumer(),
        need.capabilityId(),
        need.scope().toString(),
        provider,
        version,
        state);
    if (wide) {
      Collections.addAll(
          cells,
          need.wanted().versionConstraint(),
          need.multiplicity().toString(),
          need.wanted().dependencyMode().toString(),
          Integer.toString(
              plan.resolution() == null ? 0 : plan.resolution().candidates(outcome).size()),
          plan.key().namespace(),
          name);
    }
    return cells;
  }

  private void row(List<String> cells) {
    table.row(cells.toArray(String[]::new));
  }

  private static String orDash(@Nullable String text) {
    return text == null ? "-" : text;
  }
}
