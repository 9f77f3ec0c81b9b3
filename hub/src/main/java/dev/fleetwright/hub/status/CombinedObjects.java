package dev.fleetwright.hub.status;

import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.world.Domain;
import dev.fleetwright.status.Row;
import dev.fleetwright.status.kinds.CombinedResult;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Between reports, rows and results. Pure functions. */
final class CombinedObjects {

  private CombinedObjects() {}

  /** The row of a cluster, whether it has reported or not. */
  static Row row(String cluster, Map<String, Object> obj, @Nullable WorkStatus report) {
    if (report == null) {
      return Row.unreported(cluster, obj);
    }
    var details = report.statusDetails();
    String time = details == null ? null : details.lastReturnedUpdateTimestamp();
    return new Row(cluster, obj, report.reported(), time(time));
  }

  private static @Nullable Instant time(@Nullable String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  static boolean isFulfilled(CombinedStatus wanted, CombinedStatus actual) {
    return Objects.equals(Plain.of(wanted).get("results"), Plain.of(actual).get("results"))
        && Domain.orEmpty(actual.getMetadata().getLabels())
            .entrySet()
            .containsAll(wanted.getMetadata().getLabels().entrySet())
        && Domain.orEmpty(actual.getMetadata().getAnnotations())
            .entrySet()
            .containsAll(wanted.getMetadata().getAnnotations().entrySet());
  }

  /**
   * Results with those of before in place of results that cannot be had, so that a mistake in a
   * collector takes nothing away, not even after a restart.
   *
   * @param broken collectors that exist and have never worked since the start
   */
  static List<CombinedResult> keeping(
      List<CombinedResult> results, @Nullable CombinedStatus before, Set<String> broken) {
    if (before == null || broken.isEmpty()) {
      return results;
    }
    List<CombinedResult> kept = new ArrayList<>();
    for (CombinedResult result : results) {
      CombinedResult old =
          before.results().stream()
              .filter(other -> other.name().equals(result.name()))
              .findFirst()
              .orElse(null);
      kept.add(
          old == null || !broken.contains(result.name())
              ? result
              : new CombinedResult(
                  result.name(),
                  old.columnNames(),
                  old.rows(),
                  old.rowErrors(),
                  result.aggregationErrors(),
                  old.truncated(),
                  old.reporting()));
    }
    return kept;
  }
}
