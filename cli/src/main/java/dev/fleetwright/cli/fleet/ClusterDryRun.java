package dev.fleetwright.cli.fleet;

import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.hub.plan.PreviewLine;
import dev.fleetwright.hub.plan.PreviewLine.Sign;
import dev.fleetwright.hub.plan.PreviewLine.Subject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Asks the clusters themselves what the objects of a plan would change there, by a dry run of their
 * servers. A cluster that cannot be asked keeps the answer that comes from its works.
 */
final class ClusterDryRun implements AutoCloseable {

  private static final int SHOWN = 5;
  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  private final Function<String, Optional<KubernetesClient>> clients;
  private final SortedMap<String, Optional<KubernetesClient>> open = new TreeMap<>();
  private final SortedSet<String> unasked = new TreeSet<>();

  /**
   * @param clients a client for a cluster, where there is a way to it; closed here
   */
  ClusterDryRun(Function<String, Optional<KubernetesClient>> clients) {
    this.clients = clients;
  }

  List<PreviewLine> of(List<PreviewLine> lines) {
    List<PreviewLine> known = new ArrayList<>();
    for (PreviewLine line : lines) {
      Map<String, Object> object = line.object();
      if (line.subject() != Subject.OBJECT || object == null) {
        known.add(line);
      } else {
        asked(line, object).ifPresent(known::add);
      }
    }
    return List.copyOf(known);
  }

  /** Clusters that an object would go to and that could not be asked. */
  SortedSet<String> unasked() {
    return unasked;
  }

  private Optional<PreviewLine> asked(PreviewLine line, Map<String, Object> object) {
    Optional<KubernetesClient> client = open.computeIfAbsent(line.cluster(), clients);
    if (client.isEmpty() || unasked.contains(line.cluster())) {
      unasked.add(line.cluster());
      return Optional.of(line);
    }
    try {
      return ask(
          line,
          new ServedObjects(client.get(), "default")
              .find(JSON.convertValue(object, GenericKubernetesResource.class)));
    } catch (KubernetesClientException e) {
      if (ServedObjects.isSilence(e)) {
        unasked.add(line.cluster());
        return Optional.of(line);
      }
      // Its namespace, or the definition of its kind, comes with the same work.
      return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          ? Optional.of(line.with(Sign.ADD, line.text()))
          : Optional.of(line.with(Sign.WRONG, line.text() + ": " + ServedObjects.refusal(e)));
    }
  }

  /** Empty when the cluster has it so already. */
  private static Optional<PreviewLine> ask(
      PreviewLine line, Resource<GenericKubernetesResource> resource) {
    GenericKubernetesResource before = resource.get();
    GenericKubernetesResource after =
        resource.dryRun().fieldManager(Marks.FIELD_MANAGER).forceConflicts().serverSideApply();
    if (before == null) {
      return Optional.of(line.with(Sign.ADD, line.text()));
    }
    // The agent marks what is its own and scales to 0 what is to stand still; a plan is not about
    // it.
    boolean still = Integer.valueOf(0).equals(before.get("spec", "replicas"));
    List<String> paths =
        FieldDifferences.of(before, after).stream()
            .filter(path -> !path.contains("fleetwright.dev/"))
            .filter(path -> !still || !path.equals("spec.replicas"))
            .filter(path -> !path.equals("metadata.labels") && !path.equals("metadata.annotations"))
            .toList();
    if (paths.isEmpty()) {
      return Optional.empty();
    }
    String some =
        paths.size() <= SHOWN
            ? String.join(", ", paths)
            : String.join(", ", paths.subList(0, SHOWN))
                + " and "
                + (paths.size() - SHOWN)
                + " more";
    return Optional.of(line.with(Sign.CHANGE, line.text() + ": " + some));
  }

  @Override
  public void close() {
    open.values().forEach(client -> client.ifPresent(KubernetesClient::close));
  }
}
