package dev.fleetwright.cli.release;

import dev.fleetwright.release.Note;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Removal;
import dev.fleetwright.release.RuleTrace;
import dev.fleetwright.release.Selection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A selection as plain values for other programs. The names are a contract. */
final class SelectionView {

  private SelectionView() {}

  static Map<String, @Nullable Object> of(Selection selection) {
    Release chosen = selection.chosen();
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("target", selection.target());
    view.put("allowed", selection.isAllowed());
    view.put("chosenRelease", chosen == null ? null : chosen.id());
    view.put("reason", selection.reason());
    view.put("nextEvaluationAt", selection.nextEvaluationAt().map(Instant::toString).orElse(null));
    view.put("change", selection.change().text());
    view.put("revision", selection.revision());
    view.put("notes", notes(selection.notes()));
    view.put("trace", selection.trace().stream().map(SelectionView::trace).toList());
    return view;
  }

  private static Map<String, @Nullable Object> trace(RuleTrace rule) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("rule", rule.rule());
    view.put("type", rule.type());
    view.put("policy", rule.policy().isEmpty() ? null : rule.policy());
    view.put("decisive", rule.decisive());
    view.put("kept", rule.kept());
    view.put("removed", rule.removed().stream().map(SelectionView::removal).toList());
    view.put("removedEarlier", rule.removedEarlier());
    view.put("notes", notes(rule.notes()));
    return view;
  }

  private static Map<String, @Nullable Object> removal(Removal removal) {
    Reason reason = removal.reason();
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("release", removal.release());
    view.put("code", reason.code());
    view.put("message", reason.message());
    view.put("params", reason.params());
    view.put("evidence", reason.evidence());
    view.put("actionRequired", reason.actionRequired());
    return view;
  }

  private static List<Map<String, String>> notes(List<Note> notes) {
    return notes.stream()
        .map(note -> {
          Map<String, String> view = new LinkedHashMap<>();
          view.put("code", note.code());
          view.put("message", note.message());
          return view;
        })
        .toList();
  }
}
