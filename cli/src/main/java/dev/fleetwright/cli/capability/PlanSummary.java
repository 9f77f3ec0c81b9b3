package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.Cycle;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.matching.Hint;
import dev.fleetwright.cli.terminal.Console;
import java.util.List;

/** What a person wants to know after the table: is it good, what is not, what to do next. */
final class PlanSummary {

  private static final int SHOWN = 10;

  private PlanSummary() {}

  static String render(List<BindingPlan> plans, Hints fixes, Console console) {
    StringBuilder out = new StringBuilder();
    boolean explain = false;
    for (BindingPlan plan : plans) {
      String mark = plan.isResolved() ? console.green("✓") : console.red("✗");
      out.append(mark)
          .append(' ')
          .append("world ")
          .append(Words.safe(plan.key().toString()))
          .append(": ");
      out.append(plan.phase()).append(", ").append(Words.count(plan.desired().size(), "binding"));
      out.append(plan.isResolved() ? "" : "; " + first(plan)).append('\n');
      hints(plan, fixes, out);
      for (Cycle cycle : plan.cycles()) {
        out.append("  ! cycle: ").append(Words.safe(cycle.toString())).append('\n');
      }
      explain |= !plan.isResolved();
    }
    if (explain) {
      out.append("Next: add --why to see each candidate and the rule that decided\n");
    }
    return out.toString();
  }

  private static String first(BindingPlan plan) {
    return plan.conditions().stream()
        .filter(condition -> condition.type().equals(BindingPlan.BINDINGS_RESOLVED))
        .filter(condition -> !condition.holds())
        .map(condition -> condition.reason())
        .findFirst()
        .orElse("BindingNameConflict");
  }

  private static void hints(BindingPlan plan, Hints fixes, StringBuilder out) {
    Resolution resolution = plan.resolution();
    if (resolution == null) {
      out.append("  ✗ ").append(Words.safe(plan.message())).append('\n');
      out.append("      fix: ").append(Words.safe(fixes.missingGame(plan))).append('\n');
      return;
    }
    for (String name : resolution.missingRequired()) {
      out.append("  ✗ ModuleManifest ").append(Words.safe(name)).append(" not found\n");
      String fix = fixes.missingModule(new ObjectKey(plan.key().namespace(), name));
      out.append("      fix: ").append(Words.safe(fix)).append('\n');
    }
    for (String name : resolution.missingOptional()) {
      out.append("  ! optional ModuleManifest ").append(Words.safe(name)).append(" not found\n");
    }
    plan.refused()
        .forEach(binding ->
            out.append("  ✗ the name ")
                .append(binding.name())
                .append(" is taken by an object that does not belong to this world\n"));
    int shown = 0;
    for (Outcome.Unresolved open : plan.unresolvedRequired()) {
      if (shown++ < SHOWN) {
        hint("✗", open, fixes.of(plan, open), out);
      }
    }
    for (Outcome.Unresolved open : plan.unresolvedOptional()) {
      if (shown++ < SHOWN) {
        hint("!", open, fixes.of(plan, open), out);
      }
    }
    if (shown > SHOWN) {
      out.append("  and ").append(shown - SHOWN).append(" more\n");
    }
  }

  private static void hint(String mark, Outcome.Unresolved open, Hint hint, StringBuilder out) {
    out.append("  ").append(mark).append(' ').append(Words.safe(open.need().described()));
    out.append(open.need().isRequired() ? "" : " (optional)").append('\n');
    out.append("      ").append(Words.safe(hint.finding())).append('\n');
    out.append("      fix: ").append(Words.safe(hint.fix())).append('\n');
  }
}
