package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.PlanDiff;
import dev.fleetwright.capability.PlanDiff.Change;
import dev.fleetwright.cli.terminal.Console;
import java.util.List;

/** What changes, world by world, as people read a diff. */
final class DiffText {

  private DiffText() {}

  static String render(List<PlanDiff> diffs, Console console) {
    StringBuilder out = new StringBuilder();
    for (PlanDiff diff : diffs) {
      out.append("world ").append(Words.safe(diff.world().toString())).append(": ");
      if (diff.before() == null) {
        out.append("new, ").append(diff.after());
      } else if (diff.after() == null) {
        out.append("gone");
      } else if (diff.before() == diff.after()) {
        out.append(diff.after());
      } else {
        out.append(diff.before()).append(" → ").append(diff.after());
      }
      out.append('\n');
      diff.changes().forEach(change -> out.append(line(change, console)).append('\n'));
    }
    return out.toString();
  }

  static String summary(List<PlanDiff> diffs, int worlds) {
    int changes = diffs.stream().mapToInt(diff -> diff.changes().size()).sum();
    return diffs.isEmpty()
        ? "No differences in " + Words.count(worlds, "world") + "\n"
        : Words.count(changes, "change") + " in " + Words.count(diffs.size(), "world") + "\n";
  }

  private static String line(Change change, Console console) {
    String what = Words.safe(change.need().described());
    return switch (change) {
      case Change.Added(DesiredBinding binding) ->
          console.green("  + " + what + ": " + provider(binding));
      case Change.Removed(DesiredBinding binding) ->
          console.red("  - " + what + ": " + provider(binding));
      case Change.Rebound(DesiredBinding from, DesiredBinding to) ->
          console.yellow("  ~ " + what + ": " + provider(from) + " → " + provider(to));
      case Change.Lost _ -> console.red("  ✗ " + what + ": no longer satisfied");
      case Change.Settled _ -> console.green("  ✓ " + what + ": no longer missing");
    };
  }

  private static String provider(DesiredBinding binding) {
    return Words.safe(binding.provision().module() + " " + binding.provision().offered().version());
  }
}
