package dev.fleetwright.placement.work;

import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Singleton;
import dev.fleetwright.placement.StatusReturn;
import dev.fleetwright.placement.WorkloadObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of an object what the hub's API server or its controllers wrote into it, since another
 * cluster's server has its own to say there.
 */
public final class Cleaning {

  /** Keep the node ports of a Service, for clusters that are known to have them free. */
  public static final String PRESERVE = "kubestellar.io/preserve";

  private static final String PRESERVE_NODE_PORT = "nodeport";

  private static final Set<String> SERVER_METADATA =
      Set.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "selfLink",
          "managedFields",
          "finalizers",
          "ownerReferences",
          "generateName");

  private static final Set<String> HUB_ANNOTATIONS =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          "deployment.kubernetes.io/revision",
          "pv.kubernetes.io/bind-completed",
          "pv.kubernetes.io/bound-by-controller",
          StatusReturn.RETURNED_FROM,
          Templates.ANNOTATION);

  private static final Set<String> HUB_LABELS = Set.of(Singleton.EXECUTING_COUNT);

  /** Labels by which a Job finds its pods; made from its uid, which is another one elsewhere. */
  private static final Set<String> JOB_LABELS =
      Set.of(
          "controller-uid",
          "job-name",
          "batch.kubernetes.io/controller-uid",
          "batch.kubernetes.io/job-name");

  private Cleaning() {}

  /** The object as it should be sent; the given one is not changed. */
  public static Map<String, Object> clean(WorkloadObject object) {
    Map<String, Object> content = new LinkedHashMap<>(object.content());
    content.remove("status");
    Map<String, Object> metadata = copy(content.get("metadata"));
    metadata.keySet().removeAll(SERVER_METADATA);
    without(metadata, "annotations", HUB_ANNOTATIONS);
    without(metadata, "labels", HUB_LABELS);
    ObjectKey key = object.key();
    if (key.isNamespaced()) {
      metadata.put("namespace", key.namespace());
    } else {
      metadata.remove("namespace");
    }
    content.put("metadata", metadata);
    switch (key.resource() + "." + key.group()) {
      case "services." -> cleanService(content, object.annotations());
      case "jobs.batch" -> cleanJob(content, metadata);
      case "namespaces." -> inSpec(content, spec -> spec.remove("finalizers"));
      case "pods." -> inSpec(content, spec -> spec.remove("nodeName"));
      case "persistentvolumeclaims." -> inSpec(content, spec -> spec.remove("volumeName"));
      case "persistentvolumes." -> inSpec(content, spec -> spec.remove("claimRef"));
      case "serviceaccounts." -> content.remove("secrets");
      default -> {
        // Nothing else is known to be filled in by servers.
      }
    }
    return content;
  }

  /** A Service keeps what its author chose: no address at all stays so, addresses do not. */
  private static void cleanService(Map<String, Object> content, Map<String, String> annotations) {
    inSpec(
        content,
        spec -> {
          Object address = spec.get("clusterIP");
          if (address instanceof String text && !text.equals("None")) {
            spec.remove("clusterIP");
            spec.remove("clusterIPs");
            if (!text.isEmpty()) {
              // Families were chosen together with the address, for the hub's network.
              spec.remove("ipFamilies");
            }
          }
          if (PRESERVE_NODE_PORT.equals(annotations.get(PRESERVE))) {
            return;
          }
          spec.remove("healthCheckNodePort");
          if (spec.get("ports") instanceof List<?> ports) {
            List<@Nullable Object> cleaned = new ArrayList<>(ports.size());
            for (Object port : ports) {
              if (port instanceof Map<?, ?> map && map.containsKey("nodePort")) {
                Map<String, Object> copy = copy(map);
                copy.remove("nodePort");
                cleaned.add(copy);
              } else {
                cleaned.add(port);
              }
            }
            spec.put("ports", cleaned);
          }
        });
  }

  private static void cleanJob(Map<String, Object> content, Map<String, Object> metadata) {
    if (content.get("spec") instanceof Map<?, ?> spec
        && Boolean.TRUE.equals(spec.get("manualSelector"))) {
      return;
    }
    without(metadata, "labels", JOB_LABELS);
    without(metadata, "annotations", Set.of("batch.kubernetes.io/job-tracking"));
    inSpec(
        content,
        spec -> {
          spec.remove("selector");
          if (spec.get("template") instanceof Map<?, ?> given) {
            Map<String, Object> template = copy(given);
            Map<String, Object> podMetadata = copy(template.get("metadata"));
            podMetadata.remove("creationTimestamp");
            without(podMetadata, "labels", JOB_LABELS);
            if (podMetadata.isEmpty()) {
              template.remove("metadata");
            } else {
              template.put("metadata", podMetadata);
            }
            spec.put("template", template);
          }
        });
  }

  private interface Edit {
    void edit(Map<String, Object> spec);
  }

  private static void inSpec(Map<String, Object> content, Edit edit) {
    if (content.get("spec") instanceof Map<?, ?> given) {
      Map<String, Object> spec = copy(given);
      edit.edit(spec);
      if (spec.isEmpty() && !given.isEmpty()) {
        content.remove("spec");
      } else {
        content.put("spec", spec);
      }
    }
  }

  /** Removes keys of a nested mapping, and the mapping when nothing is left of it. */
  private static void without(Map<String, Object> parent, String field, Set<String> keys) {
    if (!(parent.get(field) instanceof Map<?, ?> given)) {
      return;
    }
    Map<String, Object> rest = copy(given);
    if (rest.keySet().removeAll(keys)) {
      if (rest.isEmpty()) {
        parent.remove(field);
      } else {
        parent.put(field, rest);
      }
    }
  }

  private static Map<String, Object> copy(@Nullable Object value) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, child) -> copy.put(String.valueOf(key), child));
    }
    return copy;
  }
}
