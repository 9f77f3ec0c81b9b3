package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.time.Duration;
import java.util.Locale;

/** What a pod does wrong on request, by an annotation of the pod or of the workload it is of. */
enum Fault {
  NONE,
  /** The container ends with an error again and again. */
  CRASH,
  /** The pod takes ten times as long. */
  SLOW,
  /** The pod runs and never becomes ready. */
  NEVER_READY;

  /** Its values are {@code crash}, {@code slow} and {@code never-ready}. */
  static final String ANNOTATION = "simulator.fleetwright.dev/fault";

  /** How long until ready, in milliseconds or as {@code 5s}, instead of what holds for all. */
  static final String READY_AFTER = "simulator.fleetwright.dev/ready-after";

  static Fault of(ObjectNode object) {
    String text = annotation(object, ANNOTATION).toUpperCase(Locale.ROOT).replace('-', '_');
    for (Fault fault : values()) {
      if (fault.name().equals(text)) {
        return fault;
      }
    }
    return NONE;
  }

  static Duration readyAfter(ObjectNode object, Duration usual) {
    String text = annotation(object, READY_AFTER).strip();
    Duration own = usual;
    if (text.matches("\\d{1,9}")) {
      own = Duration.ofMillis(Long.parseLong(text));
    } else if (text.matches("\\d{1,9}ms")) {
      own = Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    } else if (text.matches("\\d{1,9}s")) {
      own = Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
    }
    return of(object) == SLOW ? own.multipliedBy(10).plusMillis(10) : own;
  }

  private static String annotation(ObjectNode object, String name) {
    return Json.textOrEmpty(object, "metadata", "annotations", name);
  }

  /** Whether what a workload asks for and what its child does are the same. */
  static boolean same(ObjectNode workload, ObjectNode child) {
    return wanted(workload, ANNOTATION, child).equals(annotation(child, ANNOTATION))
        && wanted(workload, READY_AFTER, child).equals(annotation(child, READY_AFTER));
  }

  /** The workload's own word goes before what its template says. */
  private static String wanted(ObjectNode workload, String name, ObjectNode child) {
    String own = annotation(workload, name);
    if (!own.isEmpty() || Json.textOrEmpty(child, "kind").equals("ReplicaSet")) {
      return own; // an old replica set must not learn what a new template says
    }
    JsonNode template = workload.path("spec").path("template");
    return template instanceof ObjectNode object ? annotation(object, name) : "";
  }

  /** Hands on what a workload asks for. */
  static void copy(ObjectNode workload, ObjectNode child) {
    for (String name : new String[] {ANNOTATION, READY_AFTER}) {
      String wanted = wanted(workload, name, child);
      if (!wanted.isEmpty()) {
        child.withObject("/metadata/annotations").put(name, wanted);
      } else if (child.path("metadata").path("annotations") instanceof ObjectNode annotations) {
        annotations.remove(name);
      }
    }
  }
}
