package dev.fleetwright.cli.fleet;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Objects as the server has them now. It serves until one of its watches ends; then it is broken
 * and another one has to be opened, which reads everything again. The client's informers are no
 * help here: they connect again by themselves, and nobody hears that the server was away.
 */
final class WatchedSight implements Sight, AutoCloseable {

  private final KubernetesClient client;
  private final NamespaceOptions scope;
  private final Changes changes;
  private final List<Watch> watches = new ArrayList<>();
  private volatile boolean broken;

  WatchedSight(KubernetesClient client, NamespaceOptions scope, Changes changes) {
    this.client = client;
    this.scope = scope;
    this.changes = changes;
  }

  boolean isBroken() {
    return broken;
  }

  @Override
  public <T extends HasMetadata> Supplier<List<T>> chosen(Class<T> kind) {
    return watched(scope.of(client, kind));
  }

  @Override
  public <T extends HasMetadata> Supplier<List<T>> all(Class<T> kind) {
    return watched(client.resources(kind).inAnyNamespace());
  }

  /** Returns when everything was read once. */
  private <T extends HasMetadata> Supplier<List<T>> watched(
      FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> objects) {
    Map<String, T> now = new ConcurrentHashMap<>();
    KubernetesResourceList<T> list = objects.list();
    list.getItems().forEach(object -> now.put(object.getMetadata().getUid(), object));
    watches.add(
        objects.watch(
            new ListOptionsBuilder()
                .withResourceVersion(list.getMetadata().getResourceVersion())
                .build(),
            new Keeping<>(now)));
    return () -> List.copyOf(now.values());
  }

  /** Keeps a map of objects as they are. It does not connect again, which is the default. */
  private final class Keeping<T extends HasMetadata> implements Watcher<T> {

    private final Map<String, T> objects;

    Keeping(Map<String, T> objects) {
      this.objects = objects;
    }

    @Override
    public void eventReceived(Action action, T object) {
      switch (action) {
        case ADDED, MODIFIED -> objects.put(object.getMetadata().getUid(), object);
        case DELETED -> objects.remove(object.getMetadata().getUid());
        case BOOKMARK, ERROR -> {
          return;
        }
      }
      changes.wake();
    }

    @Override
    public void onClose(WatcherException cause) {
      broken = true;
      changes.wake();
    }
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }
}
