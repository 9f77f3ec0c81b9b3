package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The status of a ManifestWork: the same as before unless something is different. */
public final class WorkReport {

  private static final int LONGEST_MESSAGE = 1024;

  private final JsonNode before;
  private final Work work;
  private final String now;

  private WorkReport(JsonNode before, Work work, Instant now) {
    this.before = before;
    this.work = work;
    this.now = now.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * The status that a work should have.
   *
   * @param before the status so far, of which the times of unchanged conditions are kept
   * @param outcomes one for each manifest of which something is to be there
   * @param left objects that are to go and are still there
   */
  public static ObjectNode status(
      JsonNode before,
      Work work,
      Mode mode,
      List<Outcome> outcomes,
      List<ObjectId> left,
      Instant now) {
    return new WorkReport(before, work, now).status(mode, outcomes, left);
  }

  private ObjectNode status(Mode mode, List<Outcome> outcomes, List<ObjectId> left) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    ArrayNode conditions = status.putArray("conditions");
    switch (mode) {
      case HOLD -> {
        String message = "the content waits for the swarm-template signal that names it";
        if (before.path("conditions").isEmpty()) {
          add(conditions, before, "Applied", "Unknown", "AwaitingTemplate", message);
          add(conditions, before, "Available", "Unknown", "AwaitingTemplate", message);
        } else {
          // What was applied before still is: only the newest content is not.
          return keepingConditions();
        }
      }
      case REMOVE -> removed(conditions, left);
      case RUN, HALT -> {
        overall(conditions, mode, outcomes, left);
        ArrayNode manifests = status.putObject("resourceStatus").putArray("manifests");
        Map<Integer, Outcome> byOrdinal =
            outcomes.stream()
                .collect(
                    Collectors.toMap(
                        Outcome::ordinal, Function.identity(), (a, _) -> a, TreeMap::new));
        byOrdinal.values().forEach(outcome -> manifest(manifests.addObject(), outcome));
      }
    }
    return status;
  }

  private ObjectNode keepingConditions() {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    kept.setAll((ObjectNode) before.deepCopy());
    return kept;
  }

  private void removed(ArrayNode conditions, List<ObjectId> left) {
    boolean gone = left.isEmpty();
    String message =
        gone ? "nothing of this work is in the cluster" : "still there: " + listed(left);
    add(conditions, before, "Applied", "False", gone ? "Removed" : "Removing", message);
    add(conditions, before, "Available", "False", gone ? "Removed" : "Removing", message);
  }

  private void overall(
      ArrayNode conditions, Mode mode, List<Outcome> outcomes, List<ObjectId> left) {
    List<Outcome> failed = outcomes.stream().filter(one -> !one.isApplied()).toList();
    if (failed.isEmpty() && left.isEmpty()) {
      add(
          conditions,
          before,
          "Applied",
          "True",
          "AppliedManifestWorkComplete",
          "all " + outcomes.size() + " objects are applied");
    } else if (failed.isEmpty()) {
      add(
          conditions,
          before,
          "Applied",
          "True",
          "PruningOldObjects",
          "all objects are applied; still to go: " + listed(left));
    } else {
      add(
          conditions,
          before,
          "Applied",
          "False",
          "AppliedManifestWorkFailed",
          failed.size()
              + " of "
              + outcomes.size()
              + " objects are not applied: "
              + failed.stream().map(WorkReport::reasonOf).collect(Collectors.joining("; ")));
    }
    available(conditions, mode, outcomes);
    List<Outcome> conflicts =
        failed.stream().filter(one -> reason(one).equals(Refusal.CONFLICT)).toList();
    if (!conflicts.isEmpty()) {
      add(
          conditions,
          before,
          "Conflict",
          "True",
          "ClaimedByAnotherWork",
          conflicts.stream().map(WorkReport::reasonOf).collect(Collectors.joining("; ")));
    }
  }

  private void available(ArrayNode conditions, Mode mode, List<Outcome> outcomes) {
    List<String> reasons =
        outcomes.stream().map(WorkReport::unavailable).filter(s -> !s.isEmpty()).toList();
    if (reasons.isEmpty()) {
      boolean halted = mode == Mode.HALT;
      add(
          conditions,
          before,
          "Available",
          "True",
          halted ? "ResourcesAvailableAndStopped" : "ResourcesAvailable",
          halted ? "all objects are there; nothing is to run" : "all objects are available");
    } else {
      add(
          conditions,
          before,
          "Available",
          "False",
          "ResourcesNotAvailable",
          String.join("; ", reasons));
    }
  }

  /** Why an object is not available; empty when it is. */
  private static String unavailable(Outcome outcome) {
    ObjectId id = outcome.id();
    ObjectNode live = outcome.live();
    if (!outcome.isApplied() || id == null || live == null) {
      return (id == null ? "manifest " + outcome.ordinal() : id.toString()) + " is not there";
    }
    Health health = Health.of(id, live);
    return health.healthy() ? "" : id + ": " + health.reason();
  }

  private static String reasonOf(Outcome outcome) {
    Outcome.Failure failure = outcome.failure();
    ObjectId id = outcome.id();
    return (id == null ? "manifest " + outcome.ordinal() : id.toString())
        + (failure == null ? "" : ": " + failure.message());
  }

  private static String reason(Outcome outcome) {
    Outcome.Failure failure = outcome.failure();
    return failure == null ? "" : failure.reason();
  }

  private void manifest(ObjectNode node, Outcome outcome) {
    ObjectId id = outcome.id();
    ResourceType type = outcome.type();
    ObjectNode meta = node.putObject("resourceMeta").put("ordinal", outcome.ordinal());
    if (id != null) {
      meta.put("group", id.group()).put("kind", id.kind()).put("name", id.name());
      put(meta, "version", type == null ? null : type.version());
      put(meta, "resource", type == null ? null : type.plural());
      put(meta, "namespace", id.namespace().isEmpty() ? null : id.namespace());
    }
    JsonNode previous = previous(meta);
    ArrayNode conditions = node.putArray("conditions");
    Outcome.Failure failure = outcome.failure();
    if (failure == null) {
      add(conditions, previous, "Applied", "True", "AppliedManifestComplete", "applied");
    } else {
      add(conditions, previous, "Applied", "False", failure.reason(), failure.message());
    }
    String unavailable = unavailable(outcome);
    if (unavailable.isEmpty()) {
      add(conditions, previous, "Available", "True", "ResourceAvailable", "available");
    } else {
      add(conditions, previous, "Available", "False", "ResourceNotAvailable", unavailable);
    }
  }

  private static void put(ObjectNode node, String field, @Nullable String value) {
    if (value != null) {
      node.put(field, value);
    }
  }

  private JsonNode previous(ObjectNode meta) {
    for (JsonNode manifest : before.path("resourceStatus").path("manifests")) {
      JsonNode other = manifest.path("resourceMeta");
      if (other.path("kind").equals(meta.path("kind"))
          && other.path("group").asText("").equals(meta.path("group").asText(""))
          && other.path("name").equals(meta.path("name"))
          && other.path("namespace").asText("").equals(meta.path("namespace").asText(""))) {
        return manifest;
      }
    }
    return JsonNodeFactory.instance.objectNode();
  }

  private void add(
      ArrayNode conditions,
      JsonNode holder,
      String type,
      String value,
      String reason,
      String message) {
    String since = now;
    for (JsonNode old : holder.path("conditions")) {
      if (old.path("type").asText("").equals(type) && old.path("status").asText("").equals(value)) {
        since = old.path("lastTransitionTime").asText(now);
      }
    }
    conditions
        .addObject()
        .put("type", type)
        .put("status", value)
        .put("reason", reason)
        .put("message", clipped(message))
        .put("lastTransitionTime", since)
        .put("observedGeneration", work.generation());
  }

  private static String listed(List<ObjectId> ids) {
    String some = ids.stream().limit(10).map(ObjectId::toString).collect(Collectors.joining(", "));
    return ids.size() > 10 ? some + " and " + (ids.size() - 10) + " more" : some;
  }

  private static String clipped(String text) {
    return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE - 1) + "…";
  }
}
