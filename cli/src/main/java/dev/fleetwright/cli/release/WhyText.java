package dev.fleetwright.cli.release;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.release.Note;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Removal;
import dev.fleetwright.release.RuleTrace;
import dev.fleetwright.release.Selection;

/** The whole trace of a selection for people: rule by rule, release by release. */
final class WhyText {

  private WhyText() {}

  static void print(Console console, Selection selection) {
    StringBuilder out = new StringBuilder("\n");
    out.append(console.bold(selection.target())).append(": ").append(selection.reason());
    out.append('\n');
    for (RuleTrace rule : selection.trace()) {
      out.append("  ").append(rule.rule());
      if (!rule.policy().isEmpty()) {
        out.append(" of ").append(rule.policy());
      }
      out.append(rule.decisive() ? "\n" : console.dim("  (not decisive)") + "\n");
      if (!rule.kept().isEmpty()) {
        out.append("    ").append(console.green("✓ keeps")).append("   ");
        out.append(String.join(", ", rule.kept())).append('\n');
      }
      for (Removal removal : rule.removed()) {
        removal(out, console, removal);
      }
      for (Note note : rule.notes()) {
        out.append("    ").append(console.yellow("! note")).append("    ");
        out.append(note.message()).append('\n');
      }
    }
    for (Note note : selection.notes()) {
      out.append("  ").append(console.yellow("! ")).append(note.message()).append('\n');
    }
    selection
        .nextEvaluationAt()
        .ifPresentOrElse(
            at -> out.append("  may change at ").append(at).append('\n'),
            () -> out.append("  changes only with new facts\n"));
    console.out().print(printable(out.toString(), console.colour()));
  }

  private static void removal(StringBuilder out, Console console, Removal removal) {
    Reason reason = removal.reason();
    out.append("    ").append(console.red("✗ removes")).append(" ").append(removal.release());
    out.append(": ").append(reason.message()).append(" [").append(reason.code()).append("]\n");
    reason.evidence().forEach(fact -> out.append("        ").append(fact).append('\n'));
    if (reason.actionRequired() != null) {
      out.append("        to do: ").append(reason.actionRequired()).append('\n');
    }
  }

  /** Names come from files: control characters other than our own colours do not pass. */
  private static String printable(String text, boolean colour) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\n' && !(colour && c == 0x1b) ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
