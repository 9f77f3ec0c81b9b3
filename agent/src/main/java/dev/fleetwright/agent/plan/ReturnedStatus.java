package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** A WorkStatus: what a cluster says about one object. */
public final class ReturnedStatus {

  private static final int LONGEST_NAME = 200;

  private ReturnedStatus() {}

  /** One per object, whatever its name: readable, and never that of another object. */
  public static String nameOf(ObjectId id) {
    String exact =
        Marks.digestOf(String.join("\n", id.group(), id.kind(), id.namespace(), id.name()));
    String readable =
        (id.kind() + "-" + id.name()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    String cut = readable.substring(0, Math.min(LONGEST_NAME, readable.length()));
    return cut.replaceAll("[^a-z0-9]+$", "") + "-" + exact;
  }

  /** What changes of it matter: the same digest means that nothing is to be written. */
  public static String digest(ObjectNode workStatus) {
    ObjectNode matter = JsonNodeFactory.instance.objectNode();
    matter.set("spec", workStatus.path("spec"));
    matter.set("status", workStatus.path("status"));
    matter.set("work", workStatus.path("metadata").path("labels").path(Marks.WORK));
    JsonNode details = workStatus.path("statusDetails");
    matter.set("generation", details.path("lastGeneration"));
    return Json.digest(matter);
  }

  public static ObjectNode of(
      String mailbox, String work, ObjectId id, ResourceType type, JsonNode live, Instant now) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "control.kubestellar.io/v1alpha1").put("kind", "WorkStatus");
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", nameOf(id)).put("namespace", mailbox);
    metadata.putObject("labels").put(Marks.WORK, Marks.labelOf(work));
    object
        .putObject("spec")
        .putObject("sourceRef")
        .put("group", id.group())
        .put("version", type.version())
        .put("resource", type.plural())
        .put("kind", id.kind())
        .put("name", id.name())
        .put("namespace", id.namespace());
    object.set(
        "status",
        live.path("status").isObject()
            ? live.path("status").deepCopy()
            : JsonNodeFactory.instance.objectNode());
    String at = now.truncatedTo(ChronoUnit.SECONDS).toString();
    object
        .putObject("statusDetails")
        .put("lastReturnedUpdateTimestamp", at)
        .put("lastGeneration", live.path("metadata").path("generation").asLong(0))
        .put("lastGenerationIsApplied", true)
        .put("lastCurrencyUpdateTime", at);
    return object;
  }
}
