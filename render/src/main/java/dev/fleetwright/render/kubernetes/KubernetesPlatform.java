package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Platform;
import dev.fleetwright.render.transform.Transformer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Kubernetes asks of objects. */
public enum KubernetesPlatform implements Platform {
  INSTANCE;

  /** What others need comes first; deletion goes the other way. */
  private static final List<String> APPLY_ORDER =
      List.of(
          "CustomResourceDefinition",
          "Namespace",
          "ServiceAccount",
          "ClusterRole",
          "ClusterRoleBinding",
          "Role",
          "RoleBinding",
          "Secret",
          "ConfigMap",
          "PersistentVolumeClaim",
          "NetworkPolicy",
          "Service",
          "DaemonSet",
          "Deployment",
          "StatefulSet",
          "Job",
          "CronJob",
          "Ingress",
          "HTTPRoute",
          "HorizontalPodAutoscaler",
          "PodDisruptionBudget");

  private static final Map<String, Integer> RANKS = new HashMap<>();

  static {
    APPLY_ORDER.forEach(kind -> RANKS.put(kind, RANKS.size()));
  }

  /** What is neither first nor last comes before webhooks. */
  private static final int OTHERS = APPLY_ORDER.size();

  private static final Map<String, String> MERGE_KEYS =
      Map.of(
          "containers", "name",
          "initContainers", "name",
          "volumes", "name",
          "env", "name",
          "volumeMounts", "mountPath",
          "imagePullSecrets", "name",
          "volumeClaimTemplates", "metadata",
          "tolerations", "key",
          "topologySpreadConstraints", "topologyKey",
          "envFrom", "prefix");

  @Override
  public String format() {
    return "kubernetes";
  }

  @Override
  public @Nullable String identity(Map<String, @Nullable Object> object) {
    String apiVersion = Fields.text(object, "apiVersion");
    String kind = Fields.text(object, "kind");
    Map<String, @Nullable Object> metadata = Fields.map(object, "metadata");
    String name = Fields.text(metadata, "name");
    if (apiVersion == null || kind == null || name == null) {
      return null;
    }
    // Two versions of one group are one object to the server.
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash) + "/";
    String namespace = Fields.text(metadata, "namespace");
    return group + kind + " " + (namespace == null ? "" : namespace + "/") + name;
  }

  @Override
  public List<Problem> missingFields(Map<String, @Nullable Object> object) {
    List<Problem> missing = new ArrayList<>();
    need(object, "apiVersion", "apiVersion", missing);
    need(object, "kind", "kind", missing);
    need(Fields.map(object, "metadata"), "name", "metadata.name", missing);
    return missing;
  }

  private static void need(
      Map<String, @Nullable Object> map, String key, String path, List<Problem> missing) {
    String text = Fields.text(map, key);
    if (text == null || text.isEmpty()) {
      missing.add(
          new Problem(
              "missing-field", path, "it has no " + path, "add " + path + " to the output"));
    }
  }

  @Override
  public Map<String, @Nullable Object> decorated(
      Map<String, @Nullable Object> object,
      FlatComponent component,
      TransformerContext context,
      Transformer transformer) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
    Map<String, @Nullable Object> labels = new TreeMap<>(Labels.ofObject(component, context));
    labels.putAll(Fields.map(metadata, "labels"));
    metadata.put("labels", labels);
    Map<String, @Nullable Object> annotations = new TreeMap<>(component.annotations());
    annotations.put("core.opm.dev/module", context.name());
    annotations.put("core.opm.dev/module-version", context.version());
    annotations.put("core.opm.dev/component", component.name());
    annotations.put("core.opm.dev/transformer", transformer.fqn());
    annotations.putAll(Fields.map(metadata, "annotations"));
    metadata.put("annotations", annotations);
    Map<String, @Nullable Object> decorated = new LinkedHashMap<>(object);
    decorated.put("metadata", metadata);
    return decorated;
  }

  @Override
  public @Nullable String mergeKey(String listField) {
    return MERGE_KEYS.get(listField);
  }

  @Override
  public List<Problem> check(Map<String, @Nullable Object> object) {
    List<Problem> problems = new ArrayList<>(KubernetesFields.instance().check(object));
    problems.addAll(ObjectRules.check(object));
    return problems;
  }

  @Override
  public List<Finding> checkTogether(List<Map<String, @Nullable Object>> objects) {
    return TogetherRules.check(objects);
  }

  @Override
  public Comparator<Map<String, @Nullable Object>> order() {
    return Comparator.<Map<String, @Nullable Object>>comparingInt(KubernetesPlatform::rank)
        .thenComparing(o -> Fields.text(o, "kind", ""))
        .thenComparing(o -> Fields.text(Fields.map(o, "metadata"), "namespace", ""))
        .thenComparing(o -> Fields.text(Fields.map(o, "metadata"), "name", ""));
  }

  private static int rank(Map<String, @Nullable Object> object) {
    String kind = Fields.text(object, "kind", "");
    return kind.endsWith("WebhookConfiguration") ? OTHERS + 1 : RANKS.getOrDefault(kind, OTHERS);
  }
}
