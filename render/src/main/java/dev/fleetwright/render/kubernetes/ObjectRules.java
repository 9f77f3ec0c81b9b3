package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a server refuses in one object although all its fields and types are right. */
final class ObjectRules {

  private static final int LONGEST_CRON_JOB = 52;
  private static final int LARGEST_ANNOTATIONS = 256 * 1024;
  private static final int LARGEST_DATA = 1024 * 1024;

  private final Map<String, @Nullable Object> object;
  private final List<Problem> problems = new ArrayList<>();

  private ObjectRules(Map<String, @Nullable Object> object) {
    this.object = object;
  }

  static List<Problem> check(Map<String, @Nullable Object> object) {
    ObjectRules rules = new ObjectRules(object);
    rules.names();
    rules.metadata();
    rules.data();
    rules.pods();
    return rules.problems;
  }

  private void names() {
    Map<String, @Nullable Object> metadata = Fields.map(object, "metadata");
    String name = Fields.text(metadata, "name", "");
    String kind = Fields.text(object, "kind", "");
    boolean fine =
        switch (kind) {
          case "Service" -> Syntax.isServiceName(name);
          case "CronJob" -> name.length() <= LONGEST_CRON_JOB && Syntax.isSubdomain(name);
          case "Job", "StatefulSet", "Deployment", "DaemonSet" ->
              name.length() <= 63 && Syntax.isSubdomain(name);
          default -> Syntax.isSubdomain(name);
        };
    if (!fine) {
      add(
          "invalid-name",
          "metadata.name",
          "\"" + name + "\" is no name for a " + kind,
          switch (kind) {
            case "Service" ->
                "begin with a letter; use lower case letters, digits and hyphens, at most 63";
            case "CronJob" -> "use at most 52 characters, lower case letters, digits and hyphens";
            default -> "use lower case letters, digits and hyphens, at most 63";
          });
    }
    String namespace = Fields.text(metadata, "namespace");
    if (namespace != null && !Syntax.isDnsLabel(namespace)) {
      add(
          "invalid-name",
          "metadata.namespace",
          "\"" + namespace + "\" is no name for a namespace",
          "use lower case letters, digits and hyphens, at most 63");
    }
  }

  private void metadata() {
    Map<String, @Nullable Object> metadata = Fields.map(object, "metadata");
    labels(Fields.map(metadata, "labels"), "metadata.labels");
    int size = 0;
    for (Map.Entry<String, @Nullable Object> entry :
        Fields.map(metadata, "annotations").entrySet()) {
      key(entry.getKey(), "metadata.annotations");
      size += entry.getKey().length() + String.valueOf(entry.getValue()).length();
    }
    if (size > LARGEST_ANNOTATIONS) {
      add(
          "too-large",
          "metadata.annotations",
          "the annotations are larger than 256 KiB",
          "shorten them");
    }
  }

  private void labels(Map<String, @Nullable Object> labels, String path) {
    labels.forEach((key, value) -> {
      key(key, path);
      if (value instanceof String text && !Syntax.isLabelValue(text)) {
        add(
            "invalid-label",
            Paths.join(path, key),
            "\"" + text + "\" is no label value",
            "use at most 63 letters, digits, hyphens, dots and underscores; the first and last"
                + " a letter or digit");
      }
    });
  }

  private void key(String key, String path) {
    if (!Syntax.isKey(key)) {
      add(
          "invalid-label",
          Paths.join(path, key),
          "\"" + key + "\" is no key of a label or annotation",
          "write name or domain/name");
    }
  }

  private void data() {
    if ("ConfigMap".equals(object.get("kind")) || "Secret".equals(object.get("kind"))) {
      long size = 0;
      Set<String> keys = new HashSet<>();
      for (String field : List.of("data", "binaryData", "stringData")) {
        for (Map.Entry<String, @Nullable Object> entry : Fields.map(object, field).entrySet()) {
          size += String.valueOf(entry.getValue()).length();
          if (!keys.add(entry.getKey())) {
            add(
                "duplicate-key",
                Paths.join(field, entry.getKey()),
                "the key \"" + entry.getKey() + "\" is there twice",
                "rename one");
          }
        }
      }
      if (size > LARGEST_DATA) {
        add("too-large", "data", "the data are larger than 1 MiB", "split them, or use a volume");
      }
    }
  }

  private void pods() {
    String path = Pods.templatePath(object);
    if (path == null) {
      return;
    }
    Map<String, @Nullable Object> template = Pods.template(object);
    Map<String, @Nullable Object> podLabels =
        Fields.map(Fields.map(template, "metadata"), "labels");
    labels(podLabels, path + ".metadata.labels");
    selector(podLabels);
    Set<String> templates = new HashSet<>();
    for (Map<String, @Nullable Object> claim :
        Fields.maps(Fields.map(object, "spec"), "volumeClaimTemplates")) {
      templates.add(Fields.text(Fields.map(claim, "metadata"), "name", ""));
    }
    PodRules.check(Fields.map(template, "spec"), templates, path + ".spec", problems);
  }

  private void selector(Map<String, @Nullable Object> podLabels) {
    Map<String, @Nullable Object> spec = Fields.map(object, "spec");
    if (!(spec.get("selector") instanceof Map<?, ?>)) {
      return;
    }
    Fields.map(Fields.map(spec, "selector"), "matchLabels")
        .forEach((key, value) -> {
          if (value != null && !value.equals(podLabels.get(key))) {
            add(
                "selector-mismatch",
                Paths.join("spec.selector.matchLabels", key),
                "the selector wants " + key + ": " + value + ", which the pods do not have",
                "give the pod template the same label");
          }
        });
  }

  private void add(String code, String path, String message, String nextStep) {
    problems.add(new Problem(code, path, message, nextStep));
  }
}
