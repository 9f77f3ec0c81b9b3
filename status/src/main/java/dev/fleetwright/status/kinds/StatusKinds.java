package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.fleetwright.documents.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of this module as documents. */
public final class StatusKinds {

  public static final String API_VERSION = "control.kubestellar.io/v1alpha1";

  public static final Kind<StatusCollector> STATUS_COLLECTOR =
      Kind.of(API_VERSION, "StatusCollector", StatusCollector.class);
  public static final Kind<CombinedStatusBody> COMBINED_STATUS =
      Kind.of(API_VERSION, "CombinedStatus", CombinedStatusBody.class);
  public static final Kind<WorkStatus> WORK_STATUS =
      Kind.of(API_VERSION, "WorkStatus", WorkStatus.class);

  private StatusKinds() {}

  /** A query over what clusters report. */
  public record StatusCollector(
      @JsonPropertyDescription("The query.") StatusCollectorSpec spec,
      @JsonPropertyDescription("What is wrong with it.") @Nullable StatusCollectorStatus status) {}

  /** What clusters report about one object, combined. */
  public record CombinedStatusBody(
      @JsonPropertyDescription("One result per collector.") List<CombinedResult> results) {

    public CombinedStatusBody {
      results = Copies.of(results);
    }
  }

  /** What one cluster reports about one object. */
  public record WorkStatus(
      @JsonPropertyDescription("Which object.") WorkStatusSpec spec,
      @JsonPropertyDescription("Its status, as the cluster has it.") @Nullable Object status,
      @JsonPropertyDescription("How it came about.") @Nullable StatusDetails statusDetails) {}
}
