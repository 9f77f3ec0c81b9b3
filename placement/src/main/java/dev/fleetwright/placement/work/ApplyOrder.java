package dev.fleetwright.placement.work;

import java.util.List;

/** What others need comes first, so that a work can be applied from top to bottom. */
final class ApplyOrder {

  private static final List<String> FIRST =
      List.of(
          "Namespace",
          "CustomResourceDefinition",
          "StorageClass",
          "PriorityClass",
          "ServiceAccount",
          "ClusterRole",
          "Role",
          "ClusterRoleBinding",
          "RoleBinding",
          "Secret",
          "ConfigMap",
          "PersistentVolume",
          "PersistentVolumeClaim",
          "Service");

  private ApplyOrder() {}

  /** Lower goes first; kinds of other groups that share a name with one of these do no harm. */
  static int rank(String group, String kind) {
    boolean builtIn = group.isEmpty() || group.endsWith(".k8s.io");
    int at = builtIn ? FIRST.indexOf(kind) : -1;
    return at < 0 ? FIRST.size() : at;
  }
}
