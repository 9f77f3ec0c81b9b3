package dev.fleetwright.status;

import dev.fleetwright.status.kinds.CombinedResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A whole CombinedStatus: what all collectors of a Binding give for one object. */
public record CombinedStatus(
    String name,
    String namespace,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<CombinedResult> results) {

  public static final String API_GROUP = "status.kubestellar.io/api-group";
  public static final String RESOURCE = "status.kubestellar.io/resource";
  public static final String NAMESPACE = "status.kubestellar.io/namespace";
  public static final String NAME = "status.kubestellar.io/name";
  public static final String BINDING_POLICY = "status.kubestellar.io/binding-policy";

  /** How many of the clusters have reported, such as {@code 2 of 3}. */
  public static final String REPORTED = "fleetwright.dev/reported";

  /** Where results about objects without a namespace are. */
  public static final String NAMESPACE_OF_CLUSTER_SCOPED = "kubestellar-report";

  public CombinedStatus {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
    results = List.copyOf(results);
  }

  /** The name for an object and a policy, whose uids do not change when something is renamed. */
  public static String nameOf(String objectUid, String policyUid) {
    return objectUid + "." + policyUid;
  }

  /**
   * Puts the results together.
   *
   * @param name from {@link #nameOf}, or another one that is unique
   * @param owner the name of the policy, or of whatever else binds the object
   * @param results of all collectors; sorted here by name
   * @param reported clusters that have reported
   * @param expected clusters that the object goes to
   */
  public static CombinedStatus of(
      String name,
      ObjectRef object,
      String owner,
      Collection<CombinedResult> results,
      long reported,
      long expected) {
    Map<String, String> labels = new TreeMap<>();
    Map<String, String> annotations = new TreeMap<>();
    Map<String, String> wanted = new TreeMap<>();
    wanted.put(API_GROUP, object.group());
    wanted.put(RESOURCE, object.resource());
    wanted.put(NAMESPACE, object.namespace());
    wanted.put(NAME, object.name());
    wanted.put(BINDING_POLICY, owner);
    wanted.forEach((key, value) -> {
      labels.put(key, LabelValue.of(value));
      if (!LabelValue.fits(value)) {
        annotations.put(key, value);
      }
    });
    annotations.put(REPORTED, reported + " of " + expected);
    List<CombinedResult> sorted = new ArrayList<>(results);
    sorted.sort(Comparator.comparing(CombinedResult::name));
    return new CombinedStatus(
        name,
        object.namespace().isEmpty() ? NAMESPACE_OF_CLUSTER_SCOPED : object.namespace(),
        labels,
        annotations,
        sorted);
  }

  /** The same object with other results, which must be sorted by name. */
  CombinedStatus with(List<CombinedResult> newResults, long reported, long expected) {
    Map<String, String> newAnnotations = new TreeMap<>(annotations);
    newAnnotations.put(REPORTED, reported + " of " + expected);
    return new CombinedStatus(name, namespace, labels, newAnnotations, newResults);
  }
}
