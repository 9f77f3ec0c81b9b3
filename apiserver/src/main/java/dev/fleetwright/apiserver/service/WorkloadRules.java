package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for the kinds that make pods. */
final class WorkloadRules {
  private static final Set<String> ALWAYS = Set.of("Always");
  private static final Set<String> ONCE = Set.of("OnFailure", "Never");
  static final Set<String> ANY_RESTART = Set.of("Always", "OnFailure", "Never");
  private static final String UID_LABEL = "batch.kubernetes.io/controller-uid";

  private WorkloadRules() {}

  /** Fills in what follows from other fields. */
  static void complete(String resource, ObjectNode object, boolean isNew) {
    switch (resource) {
      case "jobs.batch" -> {
        completeJob(Json.objectAt(object, "spec"));
        if (isNew) {
          selectOwnPods(object);
        }
      }
      case "cronjobs.batch" -> completeJob(Json.objectAt(object, "spec", "jobTemplate", "spec"));
      case "deployments.apps" ->
          completeStrategy(
              object,
              "strategy",
              Json.object().put("maxUnavailable", "25%").put("maxSurge", "25%"));
      case "daemonsets.apps" ->
          completeStrategy(
              object, "updateStrategy", Json.object().put("maxUnavailable", 1).put("maxSurge", 0));
      case "statefulsets.apps" -> {
        completeStrategy(object, "updateStrategy", Json.object().put("partition", 0));
        for (JsonNode node : object.path("spec").path("volumeClaimTemplates")) {
          if (node instanceof ObjectNode claim) {
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            claim.withObject("/status").put("phase", "Pending");
          }
        }
      }
      default -> {}
    }
    PodRules.complete(Json.objectAt(object, "spec", "template", "spec"));
  }

  private static void completeStrategy(ObjectNode object, String field, ObjectNode preset) {
    if (object.path("spec").get(field) instanceof ObjectNode strategy) {
      if (!strategy.has("type")) {
        strategy.put("type", "RollingUpdate");
      }
      if (Json.textOrEmpty(strategy, "type").equals("RollingUpdate")) {
        ObjectNode rolling =
            strategy.get("rollingUpdate") instanceof ObjectNode given
                ? given
                : strategy.putObject("rollingUpdate");
        preset
            .properties()
            .forEach(p -> {
              if (!rolling.has(p.getKey())) {
                rolling.set(p.getKey(), p.getValue());
              }
            });
      }
    }
  }

  private static void completeJob(@Nullable ObjectNode spec) {
    if (spec == null) {
      return;
    }
    if (!spec.has("completions") && !spec.has("parallelism")) {
      spec.put("completions", 1);
    }
    if (!spec.has("parallelism")) {
      spec.put("parallelism", 1);
    }
    PodRules.complete(Json.objectAt(spec, "template", "spec"));
  }

  /** A job selects the pods that carry its own uid. */
  private static void selectOwnPods(ObjectNode job) {
    ObjectNode spec = Json.objectAt(job, "spec");
    if (spec == null || spec.path("manualSelector").asBoolean(false)) {
      return;
    }
    if (!spec.has("manualSelector")) {
      spec.put("manualSelector", false);
    }
    String uid = Json.textOrEmpty(job, "metadata", "uid");
    String name = Json.textOrEmpty(job, "metadata", "name");
    if (spec.get("template") instanceof ObjectNode template) {
      template
          .withObject("/metadata/labels")
          .put(UID_LABEL, uid)
          .put("controller-uid", uid)
          .put("batch.kubernetes.io/job-name", name)
          .put("job-name", name);
    }
    if (!spec.has("selector")) {
      spec.withObject("/selector/matchLabels").put(UID_LABEL, uid);
    }
  }

  /** What is wrong with a workload that its schema cannot say. */
  static List<Cause> check(String resource, ObjectNode object, @Nullable ObjectNode live) {
    var causes = new ArrayList<Cause>();
    JsonNode spec = object.path("spec");
    if (resource.equals("cronjobs.batch")) {
      schedule(spec, causes);
      PodRules.check(
          spec.path("jobTemplate").path("spec").path("template").path("spec"),
          "spec.jobTemplate.spec.template.spec",
          ONCE,
          causes);
      return causes;
    }
    boolean job = resource.equals("jobs.batch");
    PodRules.check(
        spec.path("template").path("spec"), "spec.template.spec", job ? ONCE : ALWAYS, causes);
    for (String field : List.of("replicas", "parallelism", "completions", "minReadySeconds")) {
      JsonNode number = spec.get(field);
      if (number != null && number.asLong(0) < 0) {
        causes.add(
            Cause.invalid(
                "spec." + field, Json.text(number), "must be greater than or equal to 0"));
      }
    }
    selectorMatchesTemplate(object, causes);
    immutable(object, live, causes, "spec", "selector");
    if (job) {
      immutable(object, live, causes, "spec", "template");
      immutable(object, live, causes, "spec", "completionMode");
    }
    if (resource.equals("deployments.apps")
        && Json.textOrEmpty(spec, "strategy", "type").equals("Recreate")
        && spec.path("strategy").has("rollingUpdate")) {
      causes.add(
          Cause.forbidden(
              "spec.strategy.rollingUpdate",
              "may not be specified when strategy `type` is 'Recreate'"));
    }
    return causes;
  }

  private static void schedule(JsonNode spec, List<Cause> causes) {
    String schedule = Json.textOrEmpty(spec, "schedule").strip();
    if (schedule.isEmpty()) {
      causes.add(Cause.required("spec.schedule", ""));
    } else if (!schedule.startsWith("@") && schedule.split("\\s+", -1).length != 5) {
      causes.add(
          Cause.invalid(
              "spec.schedule",
              "\"" + schedule + "\"",
              "expected exactly 5 fields, found "
                  + schedule.split("\\s+", -1).length
                  + ": ["
                  + schedule
                  + "]"));
    }
  }

  private static void selectorMatchesTemplate(ObjectNode object, List<Cause> causes) {
    ObjectNode selector = Json.objectAt(object, "spec", "selector");
    if (selector == null) {
      causes.add(Cause.required("spec.selector", ""));
      return;
    }
    ObjectNode wanted = Json.objectAt(selector, "matchLabels");
    boolean none =
        (wanted == null || wanted.isEmpty()) && selector.path("matchExpressions").isEmpty();
    if (none) {
      causes.add(Cause.invalid("spec.selector", "{}", "empty selector is invalid for this kind"));
    }
    JsonNode labels = object.path("spec").path("template").path("metadata").path("labels");
    if (wanted == null) {
      return;
    }
    for (Map.Entry<String, JsonNode> label : wanted.properties()) {
      if (!label.getValue().equals(labels.get(label.getKey()))) {
        causes.add(
            Cause.invalid(
                "spec.template.metadata.labels",
                Json.text(labels.isMissingNode() ? Json.object() : labels),
                "`selector` does not match template `labels`"));
        return;
      }
    }
  }

  static void immutable(
      ObjectNode object, @Nullable ObjectNode live, List<Cause> causes, String... path) {
    if (live != null && !Json.same(Json.at(live, path), Json.at(object, path))) {
      JsonNode now = Json.at(object, path);
      causes.add(
          Cause.invalid(
              String.join(".", path), now == null ? "null" : Json.text(now), "field is immutable"));
    }
  }
}
