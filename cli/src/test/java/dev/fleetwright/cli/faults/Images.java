package dev.fleetwright.cli.faults;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Watches the Deployments of all clusters for one that goes back to an older release: what was
 * decided before a kill must never be carried out after what was decided since.
 */
final class Images implements AutoCloseable {

  private final List<SharedIndexInformer<Deployment>> watches = new ArrayList<>();
  private final Map<String, Integer> newest = new ConcurrentHashMap<>();
  private final Queue<String> stepsBack = new ConcurrentLinkedQueue<>();

  Images(Bed bed) {
    for (String cluster : bed.clusters()) {
      watches.add(
          bed.client(cluster)
              .apps()
              .deployments()
              .inAnyNamespace()
              .inform(
                  new ResourceEventHandler<>() {
                    @Override
                    public void onAdd(Deployment added) {
                      see(cluster, added);
                    }

                    @Override
                    public void onUpdate(Deployment before, Deployment now) {
                      see(cluster, now);
                    }

                    @Override
                    public void onDelete(Deployment gone, boolean unknown) {}
                  }));
    }
  }

  private void see(String cluster, Deployment deployment) {
    String image =
        deployment.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage();
    int number = Integer.parseInt(image.replaceAll(".*:1\\.(\\d+)\\.0", "$1"));
    String key = cluster + "/" + deployment.getMetadata().getUid();
    Integer before = newest.merge(key, number, Math::max);
    if (before > number) {
      stepsBack.add(
          cluster + "/" + deployment.getMetadata().getName() + ": " + number + " after " + before);
    }
  }

  List<String> stepsBack() {
    return List.copyOf(stepsBack);
  }

  @Override
  public void close() {
    watches.forEach(SharedIndexInformer::stop);
  }
}
