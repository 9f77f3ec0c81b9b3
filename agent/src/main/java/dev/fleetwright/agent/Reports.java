package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.Mode;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.Outcome;
import dev.fleetwright.agent.plan.ResourceType;
import dev.fleetwright.agent.plan.ReturnedStatus;
import dev.fleetwright.agent.plan.Work;
import dev.fleetwright.agent.plan.WorkReport;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the hub is told; only what it has not been told before is written. */
final class Reports {

  private final Mailbox mailbox;
  private final Clock clock;

  /**
   * What is in the hub.
   *
   * @param seen which version of the object it was made of; empty when that is not known any more
   */
  private record Told(String digest, String seen) {}

  /** By the label of the work, then by name. */
  private final Map<String, Map<String, Told>> returned = new HashMap<>();

  /** Statuses of works that were written and that the watch may not show yet. */
  private final Map<String, JsonNode> statuses = new HashMap<>();

  Reports(Mailbox mailbox, Clock clock) {
    this.mailbox = mailbox;
    this.clock = clock;
  }

  void load() {
    returned.clear();
    statuses.clear();
    for (ObjectNode workStatus : mailbox.workStatuses()) {
      JsonNode metadata = workStatus.path("metadata");
      String label = metadata.path("labels").path(Marks.WORK).asText("");
      if (!label.isEmpty()) {
        told(label)
            .put(metadata.path("name").asText(), new Told(ReturnedStatus.digest(workStatus), ""));
      }
    }
  }

  private Map<String, Told> told(String label) {
    return returned.computeIfAbsent(label, _ -> new HashMap<>());
  }

  /** The conditions of a work. */
  void write(ObjectNode object, Work work, Mode mode, List<Outcome> outcomes, List<ObjectId> left) {
    JsonNode last = statuses.get(work.name());
    JsonNode before = last == null ? object.path("status") : last;
    ObjectNode status = WorkReport.status(before, work, mode, outcomes, left, clock.instant());
    if (!status.equals(before)) {
      mailbox.writeStatus(work.name(), status);
      statuses.put(work.name(), status);
    }
  }

  /** The status of each object; objects that the work has no more are taken back. */
  void returned(Work work, List<Outcome> outcomes) {
    Map<String, Told> told = told(Marks.labelOf(work.name()));
    Set<String> current = new HashSet<>();
    for (Outcome outcome : outcomes) {
      ObjectId id = outcome.id();
      ResourceType type = outcome.type();
      if (id == null || type == null) {
        continue;
      }
      String name = ReturnedStatus.nameOf(id);
      current.add(name);
      ObjectNode live = outcome.live();
      if (live != null) {
        tell(work, id, type, live, name, told);
      }
    }
    for (String name : Set.copyOf(told.keySet())) {
      if (!current.contains(name)) {
        mailbox.deleteWorkStatus(name);
        told.remove(name);
      }
    }
  }

  private void tell(
      Work work,
      ObjectId id,
      ResourceType type,
      ObjectNode live,
      String name,
      Map<String, Told> told) {
    Told last = told.get(name);
    String seen = seen(type, live);
    if (last != null && !seen.isEmpty() && last.seen().equals(seen)) {
      return;
    }
    ObjectNode workStatus =
        ReturnedStatus.of(mailbox.namespace(), work.name(), id, type, live, clock.instant());
    String digest = ReturnedStatus.digest(workStatus);
    if (last == null || !digest.equals(last.digest())) {
      mailbox.writeWorkStatus(workStatus);
      // It may have been another work's before; that one must not take it back now.
      returned.forEach((label, others) -> {
        if (!label.equals(Marks.labelOf(work.name()))) {
          others.remove(name);
        }
      });
    }
    told.put(name, new Told(digest, seen));
  }

  /**
   * The same object in the same version has the same status; empty where versions are not known.
   */
  private static String seen(ResourceType type, ObjectNode live) {
    JsonNode metadata = live.path("metadata");
    String version = metadata.path("resourceVersion").asText();
    return version.isEmpty()
        ? ""
        : type.version() + " " + metadata.path("uid").asText() + " " + version;
  }

  /** Takes back everything that was said about a work. */
  void forget(String work) {
    Map<String, Told> told = told(Marks.labelOf(work));
    for (String name : Set.copyOf(told.keySet())) {
      mailbox.deleteWorkStatus(name);
      told.remove(name);
    }
    returned.remove(Marks.labelOf(work));
    statuses.remove(work);
  }
}
