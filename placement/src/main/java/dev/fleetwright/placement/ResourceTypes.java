package dev.fleetwright.placement;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * From kinds to resources. A server knows its own by discovery; for objects in files there is this:
 * the kinds that Kubernetes brings, those that were added, and the usual plural for the rest.
 */
public final class ResourceTypes {

  /** Kinds without a namespace; a kind in a group of its own is written {@code Kind.group}. */
  private static final Set<String> CLUSTER_SCOPED =
      Set.of(
          "APIService.apiregistration.k8s.io",
          "BindingPolicy.control.kubestellar.io",
          "Binding.control.kubestellar.io",
          "CSIDriver.storage.k8s.io",
          "CSINode.storage.k8s.io",
          "CertificateSigningRequest.certificates.k8s.io",
          "ClusterRole.rbac.authorization.k8s.io",
          "ClusterRoleBinding.rbac.authorization.k8s.io",
          "ClusterTrustBundle.certificates.k8s.io",
          "ComponentStatus.",
          "CustomResourceDefinition.apiextensions.k8s.io",
          "CustomTransform.control.kubestellar.io",
          "DeviceClass.resource.k8s.io",
          "FlowSchema.flowcontrol.apiserver.k8s.io",
          "GatewayClass.gateway.networking.k8s.io",
          "IPAddress.networking.k8s.io",
          "IngressClass.networking.k8s.io",
          "ManagedCluster.cluster.open-cluster-management.io",
          "MutatingAdmissionPolicy.admissionregistration.k8s.io",
          "MutatingAdmissionPolicyBinding.admissionregistration.k8s.io",
          "MutatingWebhookConfiguration.admissionregistration.k8s.io",
          "Namespace.",
          "Node.",
          "PersistentVolume.",
          "PriorityClass.scheduling.k8s.io",
          "PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io",
          "ResourceSlice.resource.k8s.io",
          "RuntimeClass.node.k8s.io",
          "ServiceCIDR.networking.k8s.io",
          "StatusCollector.control.kubestellar.io",
          "StorageClass.storage.k8s.io",
          "StorageVersion.internal.apiserver.k8s.io",
          "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
          "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io",
          "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
          "VolumeAttachment.storage.k8s.io",
          "VolumeAttributesClass.storage.k8s.io");

  private static final Map<String, String> IRREGULAR =
      Map.of("Endpoints", "endpoints", "CombinedStatus", "combinedstatuses");

  private final Map<String, ResourceType> added = new HashMap<>();

  private ResourceTypes() {}

  /** The kinds of Kubernetes, and the usual plural for others. */
  public static ResourceTypes standard() {
    return new ResourceTypes();
  }

  /** These types and those that CustomResourceDefinitions among the objects define. */
  public static ResourceTypes withDefinitions(Iterable<Map<String, Object>> objects) {
    ResourceTypes types = new ResourceTypes();
    for (Map<String, Object> object : objects) {
      if ("CustomResourceDefinition".equals(object.get("kind"))
          && object.get("spec") instanceof Map<?, ?> spec
          && spec.get("names") instanceof Map<?, ?> names
          && spec.get("group") instanceof String group
          && names.get("kind") instanceof String kind
          && names.get("plural") instanceof String plural) {
        types.add(new ResourceType(group, "", kind, plural, !"Cluster".equals(spec.get("scope"))));
      }
    }
    return types;
  }

  /** Adds a type; its version does not matter. */
  public void add(ResourceType type) {
    added.put(key(type.group(), type.kind()), type);
  }

  public ResourceType of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    String version = apiVersion.substring(slash + 1);
    ResourceType found = added.get(key(group, kind));
    return found == null
        ? new ResourceType(
            group, version, kind, plural(kind), !CLUSTER_SCOPED.contains(key(group, kind)))
        : new ResourceType(group, version, kind, found.resource(), found.namespaced());
  }

  private static String key(String group, String kind) {
    return kind + "." + group;
  }

  /** As the tools of Kubernetes guess it. */
  public static String plural(String kind) {
    String irregular = IRREGULAR.get(kind);
    if (irregular != null) {
      return irregular;
    }
    String one = kind.toLowerCase(Locale.ROOT);
    if (one.endsWith("s") || one.endsWith("x") || one.endsWith("ch") || one.endsWith("sh")) {
      return one + "es";
    }
    boolean consonantBeforeY =
        one.length() > 1 && one.endsWith("y") && "aeiou".indexOf(one.charAt(one.length() - 2)) < 0;
    return consonantBeforeY ? one.substring(0, one.length() - 1) + "ies" : one + "s";
  }
}
