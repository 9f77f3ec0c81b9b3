package dev.fleetwright.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What must be written into an object of the hub so that its label and status are as {@link
 * Singleton} says. Statuses that others wrote are left alone: an annotation tells which cluster a
 * returned status is from. It is set before the status and removed after it, so a crash between the
 * two leaves nothing behind that is not cleaned up later.
 */
public final class StatusReturn {

  /** The cluster that the object's status was returned from. */
  public static final String RETURNED_FROM = "fleetwright.dev/status-returned-from";

  /** One write, in this order. */
  public sealed interface Write {

    /** Sets a label, or removes it when there is no value. */
    record Label(String key, @Nullable String value) implements Write {}

    /** Sets an annotation, or removes it when there is no value. */
    record Annotation(String key, @Nullable String value) implements Write {}

    /** Sets the whole {@code .status}, or removes it when there is no value. */
    record Status(@Nullable Object status) implements Write {}
  }

  private StatusReturn() {}

  /**
   * The writes that are missing; none when all is as it should be.
   *
   * @param reported the status that the one qualifying cluster reported; empty when it has reported
   *     none
   */
  public static List<Write> writes(
      WorkloadObject object, Singleton singleton, Optional<Map<String, Object>> reported) {
    List<Write> writes = new ArrayList<>();
    String count = singleton.executingCount().orElse(null);
    if (!Objects.equals(object.labels().get(Singleton.EXECUTING_COUNT), count)) {
      writes.add(new Write.Label(Singleton.EXECUTING_COUNT, count));
    }
    String before = object.annotations().get(RETURNED_FROM);
    String source = reported.isPresent() ? singleton.source().orElse(null) : null;
    // Servers keep an empty status where there was none, and the other way round.
    Map<?, ?> current = object.content().get("status") instanceof Map<?, ?> map ? map : Map.of();
    if (source != null) {
      if (!source.equals(before)) {
        writes.add(new Write.Annotation(RETURNED_FROM, source));
      }
      if (!current.equals(reported.get())) {
        writes.add(new Write.Status(reported.get()));
      }
    } else if (before != null) {
      if (!current.isEmpty()) {
        writes.add(new Write.Status(null));
      }
      writes.add(new Write.Annotation(RETURNED_FROM, null));
    }
    return writes;
  }
}
