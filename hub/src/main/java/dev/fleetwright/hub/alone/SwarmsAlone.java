package dev.fleetwright.hub.alone;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.swarm.plan.SwarmPlan;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the content of swarms that run alone into the mailbox of a cluster, where the agent finds it
 * and hosts a controller for it, and takes it out again. Says the same as often as you like.
 */
public final class SwarmsAlone {

  private final KubernetesClient client;
  private final Caches caches;
  private final Writer writer;

  public SwarmsAlone(KubernetesClient client, Caches caches, Writer writer) {
    this.client = client;
    this.caches = caches;
    this.writer = writer;
  }

  /**
   * Delivers the content of a swarm: to where it is, else to the cluster that was asked for, else
   * to the first by name.
   *
   * @return why it can be nowhere; empty when it is delivered
   */
  public Optional<Problem> deliver(SwarmPlan plan, @Nullable String wanted) {
    List<ManifestWork> existing = works(plan.id());
    Optional<String> there =
        existing.stream().map(work -> work.getMetadata().getNamespace()).sorted().findFirst();
    Optional<String> chosen = there.or(() -> choose(wanted));
    if (chosen.isEmpty()) {
      return Optional.of(
          wanted == null
              ? new Problem(
                  "no-cluster", "cluster", "there is no cluster to run the swarm on", "add one")
              : new Problem(
                  "unknown-cluster",
                  "cluster",
                  "there is no cluster " + wanted,
                  "name one of the ManagedClusters"));
    }
    if (wanted != null && !wanted.equals(chosen.get())) {
      return Optional.of(
          new Problem(
              "already-placed",
              "cluster",
              "the swarm is on " + chosen.get() + " and not on " + wanted,
              "remove it first"));
    }
    ManifestWork work = PlanWork.of(plan, chosen.get());
    if (existing.stream().noneMatch(old -> isFulfilled(work, old))) {
      writer.apply(work, ManifestWork.class);
    }
    return Optional.empty();
  }

  private Optional<String> choose(@Nullable String wanted) {
    return caches.clusters().all().stream()
        .map(ManagedCluster::getMetadata)
        .map(metadata -> metadata.getName())
        .filter(name -> wanted == null || wanted.equals(name))
        .sorted()
        .findFirst();
  }

  /** Takes the content of a removed swarm out of the mailbox. */
  public void withdraw(String swarmId) {
    works(swarmId).forEach(writer::delete);
  }

  /** Asked of the server: a cache may not show yet what was just written. */
  private List<ManifestWork> works(String swarmId) {
    return client
        .resources(ManifestWork.class)
        .inAnyNamespace()
        .withLabel(PlanWork.ALONE, SwarmPlan.workName(swarmId))
        .list()
        .getItems();
  }

  private static boolean isFulfilled(ManifestWork wanted, ManifestWork actual) {
    Map<String, String> annotations = actual.getMetadata().getAnnotations();
    return annotations != null
        && actual.getMetadata().getDeletionTimestamp() == null
        && annotations.entrySet().containsAll(wanted.getMetadata().getAnnotations().entrySet())
        && CanonicalJson.of(actual.getSpec().manifests())
            .equals(CanonicalJson.of(wanted.getSpec().manifests()));
  }
}
