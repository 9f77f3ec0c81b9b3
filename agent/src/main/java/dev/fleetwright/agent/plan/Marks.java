package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Json;
import java.util.List;

/** Labels and annotations: what the hub says about a work, and what is put on applied objects. */
public final class Marks {

  public static final String OWNER_KIND = "fleetwright.dev/owner-kind";
  public static final String OWNER_NAMESPACE = "fleetwright.dev/owner-namespace";
  public static final String OWNER_NAME = "fleetwright.dev/owner-name";

  /** The hash that {@code swarm-template} names; the same on every part of a world's content. */
  public static final String TEMPLATE = "fleetwright.dev/template";

  /** Into how many works a world's content is split; 1 when absent. */
  public static final String PARTS = "fleetwright.dev/parts";

  /** A hash of one work; stands for the template where the content is one work. */
  public static final String DIGEST = "fleetwright.dev/digest";

  /** On applied objects and on returned status: the work that they belong to. */
  public static final String WORK = "fleetwright.dev/work";

  /** On applied objects: the hash of the manifest that was applied last. */
  public static final String APPLIED = "fleetwright.dev/applied";

  /** On a work: the swarm that runs alone and is made from it. */
  public static final String SWARM = "swarm.fleetwright.dev/swarm";

  /** On a workload: which component of its swarm it is. */
  public static final String COMPONENT = "swarm.fleetwright.dev/component";

  /** On a workload that speaks the control plane's protocol: its address there. */
  public static final String ROLE = "swarm.fleetwright.dev/role";

  public static final String INSTANCE = "swarm.fleetwright.dev/instance";

  /** On a workload: the URL of its HTTP Actuator, as the agent can reach it. */
  public static final String ACTUATOR = "swarm.fleetwright.dev/actuator";

  public static final String FINALIZER = "agent.fleetwright.dev/cleanup";
  public static final String FIELD_MANAGER = "fleetwright-agent";

  /** Owns the scale of objects that are otherwise left alone. */
  public static final String RUN_STATE_MANAGER = "fleetwright-agent-run-state";

  /** Where the agent keeps its own things in a cluster. */
  public static final String SYSTEM_NAMESPACE = "fleetwright-system";

  /** Not for a client to say; some of them make the server refuse the whole object. */
  private static final List<String> SET_BY_SERVER =
      List.of(
          "managedFields",
          "resourceVersion",
          "uid",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "selfLink");

  private static final int LONGEST_LABEL = 63;
  private static final int LONGEST_NAME = 240;
  private static final int DIGITS = 10;

  private Marks() {}

  /** A work's name as a label value: itself, or cut and told apart by a hash. */
  public static String labelOf(String work) {
    return shortened(work, LONGEST_LABEL);
  }

  /** A work's name with room for something before it in the name of an object. */
  public static String nameOf(String work) {
    return shortened(work, LONGEST_NAME);
  }

  private static String shortened(String name, int longest) {
    if (name.length() <= longest) {
      return name;
    }
    String digest = digestOf(name);
    return name.substring(0, longest - DIGITS - 1).replaceAll("[^a-z0-9]+$", "") + "-" + digest;
  }

  static String digestOf(String text) {
    return Json.digest(JsonNodeFactory.instance.textNode(text)).substring(0, DIGITS);
  }

  /** The manifest with the marks on it; the hash covers everything that is sent. */
  static ObjectNode marked(ObjectNode manifest, String work) {
    ObjectNode marked = manifest.deepCopy();
    marked.remove("status");
    ObjectNode metadata = marked.withObject("/metadata");
    metadata.remove(SET_BY_SERVER);
    field(metadata, "labels").put(WORK, labelOf(work));
    field(metadata, "annotations").put(APPLIED, Json.digest(marked));
    return marked;
  }

  private static ObjectNode field(ObjectNode metadata, String name) {
    return metadata.get(name) instanceof ObjectNode there ? there : metadata.putObject(name);
  }

  /** An annotation of an object, or the label of that name; empty when there is neither. */
  static String mark(JsonNode object, String name) {
    JsonNode metadata = object.path("metadata");
    String annotation = metadata.path("annotations").path(name).asText("");
    return annotation.isEmpty() ? metadata.path("labels").path(name).asText("") : annotation;
  }

  /** Which component of its swarm a workload is; empty when nobody said. */
  public static String component(JsonNode object) {
    return mark(object, COMPONENT);
  }

  static String appliedHash(JsonNode object) {
    return object.path("metadata").path("annotations").path(APPLIED).asText("");
  }

  /** Whether an object of the cluster was written by the agent. */
  public static boolean isOurs(JsonNode live) {
    if (live.path("metadata").path("labels").has(WORK)) {
      return true;
    }
    for (JsonNode entry : live.path("metadata").path("managedFields")) {
      if (entry.path("manager").asText("").equals(FIELD_MANAGER)) {
        return true;
      }
    }
    return false;
  }
}
