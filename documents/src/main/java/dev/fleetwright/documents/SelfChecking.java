package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;
import java.util.List;

/**
 * A record that checks more than its components' types, such as one field against another. Called
 * after binding; the problems' paths are relative to the record and are moved to the document.
 */
public interface SelfChecking {

  List<Problem> check();
}
