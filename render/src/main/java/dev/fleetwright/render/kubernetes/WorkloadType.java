package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kind of object that runs a component's pods, by its label {@code workload-type}. */
enum WorkloadType {
  STATELESS("stateless", "apps/v1", "Deployment"),
  STATEFUL("stateful", "apps/v1", "StatefulSet"),
  DAEMON("daemon", "apps/v1", "DaemonSet"),
  TASK("task", "batch/v1", "Job"),
  SCHEDULED_TASK("scheduled-task", "batch/v1", "CronJob");

  final String label;
  final String apiVersion;
  final String kind;

  WorkloadType(String label, String apiVersion, String kind) {
    this.label = label;
    this.apiVersion = apiVersion;
    this.kind = kind;
  }

  static WorkloadType of(FlatComponent component) {
    String label = component.labels().get(Names.WORKLOAD_TYPE);
    for (WorkloadType type : values()) {
      if (type.label.equals(label)) {
        return type;
      }
    }
    return STATELESS;
  }

  boolean scales() {
    return this == STATELESS || this == STATEFUL;
  }

  boolean runsToTheEnd() {
    return this == TASK || this == SCHEDULED_TASK;
  }

  /** A patch of the workload itself. */
  static Map<String, @Nullable Object> patch(
      FlatComponent component, Map<String, @Nullable Object> spec) {
    WorkloadType type = of(component);
    return Objects.object(type.apiVersion, type.kind, component, component.name(), spec);
  }

  /** A patch of the workload's pods, wherever its kind keeps them. */
  static Map<String, @Nullable Object> podPatch(
      FlatComponent component, Map<String, @Nullable Object> podSpec) {
    Map<String, @Nullable Object> template = Fields.of("template", Fields.of("spec", podSpec));
    return patch(
        component,
        of(component) == SCHEDULED_TASK
            ? Fields.of("jobTemplate", Fields.of("spec", template))
            : template);
  }
}
