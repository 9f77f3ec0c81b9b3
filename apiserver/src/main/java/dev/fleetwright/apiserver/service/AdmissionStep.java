package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.admission.Admission;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the admission checks about writes that they can be about. */
final class AdmissionStep {
  private final Admission admission;

  AdmissionStep(Admission admission) {
    this.admission = admission;
  }

  /**
   * Refuses the object if it has errors. An object that was stored before a check existed can still
   * be labelled, finalized and deleted, since only a changed specification is looked at.
   *
   * @return what the client should be warned of
   */
  List<String> check(Address at, ObjectNode object, @Nullable ObjectNode live) {
    if (!at.type().custom() || at.part() == Subresource.STATUS) {
      return List.of();
    }
    if (live != null
        && (MetadataRules.isDeleting(live) || Json.same(live.get("spec"), object.get("spec")))) {
      return List.of();
    }
    var causes = new ArrayList<Cause>();
    var warnings = new ArrayList<String>();
    for (Problem problem : admission.problems(at.cluster(), object)) {
      String text = problem.inOneLine();
      if (problem.isError()) {
        causes.add(new Cause("FieldValueInvalid", text, problem.path()));
      } else {
        warnings.add(problem.path().isEmpty() ? text : problem.path() + ": " + text);
      }
    }
    if (!causes.isEmpty()) {
      throw Failure.invalid(at.type().kindTarget(at.name()), causes);
    }
    return warnings;
  }
}
