package dev.fleetwright.hub.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one kind as the server has them, a moment late. It is complete before anybody
 * reads it: what is not in it does not exist.
 */
public final class Cache<T extends HasMetadata> {

  private static final String NAMESPACE_INDEX = "namespace";

  private final SharedIndexInformer<T> informer;

  private Cache(SharedIndexInformer<T> informer) {
    this.informer = informer;
  }

  static <T extends HasMetadata> Cache<T> of(KubernetesClient client, Class<T> type) {
    SharedIndexInformer<T> informer =
        Namespaced.class.isAssignableFrom(type)
            ? client.resources(type).inAnyNamespace().runnableInformer(0)
            : client.resources(type).runnableInformer(0);
    // A server that cannot be reached is asked again for ever; nothing is decided meanwhile.
    informer.exceptionHandler((_, _) -> true);
    return new Cache<>(informer);
  }

  /** Calls with the object before, if any, and now, if it still exists. */
  public void onChange(BiConsumer<@Nullable T, @Nullable T> handler) {
    informer.addEventHandler(
        new ResourceEventHandler<T>() {
          @Override
          public void onAdd(T added) {
            handler.accept(null, added);
          }

          @Override
          public void onUpdate(T before, T now) {
            handler.accept(before, now);
          }

          @Override
          public void onDelete(T gone, boolean unknown) {
            handler.accept(gone, null);
          }
        });
  }

  CompletableFuture<Void> start() {
    return informer.start().toCompletableFuture();
  }

  void stop() {
    informer.stop();
  }

  public @Nullable T get(String namespace, String name) {
    return informer.getIndexer().getByKey(namespace.isEmpty() ? name : namespace + "/" + name);
  }

  public List<T> in(String namespace) {
    return informer.getIndexer().byIndex(NAMESPACE_INDEX, namespace);
  }

  public List<T> all() {
    return informer.getIndexer().list();
  }
}
