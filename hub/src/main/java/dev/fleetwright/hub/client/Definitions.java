package dev.fleetwright.hub.client;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The custom resource definitions of the hub, watched from the first question on. */
public final class Definitions implements AutoCloseable {

  private final KubernetesClient client;
  private final Runnable changed;
  private @Nullable Cache<CustomResourceDefinition> cache;

  public Definitions(KubernetesClient client, Runnable changed) {
    this.client = client;
    this.changed = changed;
  }

  /** Those that are known; the rest is told as a change. */
  public synchronized List<CustomResourceDefinition> all() {
    Cache<CustomResourceDefinition> known = cache;
    if (known == null) {
      known = Cache.of(client, CustomResourceDefinition.class);
      known.onChange((before, now) -> {
        boolean same =
            before != null
                && now != null
                && before.getSpec().equals(now.getSpec())
                && before.getStatus() != null
                && before.getStatus().equals(now.getStatus());
        if (!same) {
          changed.run();
        }
      });
      cache = known;
      var _ = known.start();
    }
    return known.all();
  }

  @Override
  public synchronized void close() {
    if (cache != null) {
      cache.stop();
    }
  }
}
