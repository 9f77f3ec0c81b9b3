package dev.fleetwright.agent.plan;

import java.util.List;

/** What others need comes first; deleting goes the other way round. */
final class ApplyOrder {

  /** A kind of this list in one of these groups; everything else is a workload or needs one. */
  private static final List<List<String>> STAGES =
      List.of(
          List.of("CustomResourceDefinition"),
          List.of("Namespace"),
          List.of("PriorityClass", "StorageClass", "RuntimeClass", "ResourceQuota", "LimitRange"),
          List.of("ServiceAccount"),
          List.of("ClusterRole", "Role"),
          List.of("ClusterRoleBinding", "RoleBinding"),
          List.of("Secret", "ConfigMap", "PersistentVolume"),
          List.of("PersistentVolumeClaim"),
          List.of("NetworkPolicy", "PodDisruptionBudget"),
          List.of("Service"));

  private static final List<String> LAST =
      List.of(
          "HorizontalPodAutoscaler",
          "Ingress",
          "APIService",
          "MutatingWebhookConfiguration",
          "ValidatingWebhookConfiguration");

  private ApplyOrder() {}

  static int rank(ObjectId id) {
    boolean builtIn =
        id.group().isEmpty()
            || id.group().endsWith(".k8s.io")
            || id.group().equals("policy")
            || id.group().equals("autoscaling");
    if (builtIn) {
      for (int stage = 0; stage < STAGES.size(); stage++) {
        if (STAGES.get(stage).contains(id.kind())) {
          return stage;
        }
      }
      if (LAST.contains(id.kind())) {
        return STAGES.size() + 1;
      }
    }
    return STAGES.size();
  }
}
