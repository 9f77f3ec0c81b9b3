package dev.fleetwright.hub.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one kind as the server has them, a moment late. It is complete before anybody
 * reads it: what is not in it does not exist.
 */
public final class Cache<T extends HasMetadata> {

  private static final String NAMESPACE_INDEX = "namespace";

  private final SharedIndexInformer<T> informer;
  private final Map<String, Function<T, List<String>>> indexes = new ConcurrentHashMap<>();

  /** What was written through us and has not come back yet: reading one's own writes. */
  private final Map<String, T> written = new ConcurrentHashMap<>();

  private Cache(SharedIndexInformer<T> informer) {
    this.informer = informer;
    // A server that cannot be reached is asked again for ever; nothing is decided meanwhile.
    informer.exceptionHandler(
        Failures.watchedAgain(informer.getApiTypeClass().getSimpleName() + " objects"));
    onChange((before, now) -> {
      if (now == null) {
        written.remove(keyOf(Objects.requireNonNull(before)));
      } else {
        written.computeIfPresent(keyOf(now), (_, mine) -> isNewer(mine, now) ? mine : null);
      }
    });
  }

  static <T extends HasMetadata> Cache<T> of(KubernetesClient client, Class<T> type) {
    return new Cache<>(
        Namespaced.class.isAssignableFrom(type)
            ? client.resources(type).inAnyNamespace().runnableInformer(0)
            : client.resources(type).runnableInformer(0));
  }

  static <T extends HasMetadata> Cache<T> in(
      KubernetesClient client, Class<T> type, String namespace) {
    return new Cache<>(client.resources(type).inNamespace(namespace).runnableInformer(0));
  }

  /** Finds objects by what is in them; only before the start. */
  Cache<T> index(String name, Function<T, List<String>> keys) {
    indexes.put(name, keys);
    informer.addIndexers(Map.of(name, keys));
    return this;
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

  /**
   * Whether a change left alone what people want of an object: the generation stays when only
   * status or metadata are written, as our own writes mostly are.
   */
  public static boolean isSameWish(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    return before != null
        && now != null
        && before.getMetadata().getGeneration() != null
        && Objects.equals(before.getMetadata().getUid(), now.getMetadata().getUid())
        && before.getMetadata().getGeneration().equals(now.getMetadata().getGeneration());
  }

  CompletableFuture<Void> start() {
    return informer.start().toCompletableFuture();
  }

  void stop() {
    informer.stop();
  }

  public @Nullable T get(String namespace, String name) {
    String key = namespace.isEmpty() ? name : namespace + "/" + name;
    T seen = informer.getIndexer().getByKey(key);
    T mine = written.get(key);
    return mine != null && (seen == null || isNewer(mine, seen)) ? mine : seen;
  }

  /** The objects that an index has under a value. */
  public List<T> by(String index, String value) {
    List<T> found = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (T seen : informer.getIndexer().byIndex(index, value)) {
      T mine = written.get(keyOf(seen));
      keys.add(keyOf(seen));
      found.add(mine != null && isNewer(mine, seen) ? mine : seen);
    }
    Function<T, List<String>> values = Objects.requireNonNull(indexes.get(index), index);
    for (T mine : written.values()) {
      if (!keys.contains(keyOf(mine)) && values.apply(mine).contains(value)) {
        found.add(mine);
      }
    }
    return found;
  }

  /** The server has this now; it is read from here on, until the watch has caught up. */
  public void wrote(T object) {
    String key = keyOf(object);
    T seen = informer.getIndexer().getByKey(key);
    if (seen == null || isNewer(object, seen)) {
      written.put(key, object);
    }
  }

  /** What was written is not there any more, or not as it was. */
  public void forget(HasMetadata object) {
    written.remove(keyOf(object));
  }

  private static String keyOf(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    String name = object.getMetadata().getName();
    return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
  }

  private static boolean isNewer(HasMetadata one, HasMetadata other) {
    try {
      return Long.parseLong(one.getMetadata().getResourceVersion())
          > Long.parseLong(other.getMetadata().getResourceVersion());
    } catch (NumberFormatException e) {
      // Opaque as versions may be; then what the watch says is taken.
      return false;
    }
  }

  public List<T> in(String namespace) {
    return latest(
        informer.getIndexer().byIndex(NAMESPACE_INDEX, namespace),
        mine -> namespace.equals(mine.getMetadata().getNamespace()));
  }

  public List<T> all() {
    return latest(informer.getIndexer().list(), _ -> true);
  }

  /** What the watch has told, with what was written since. */
  private List<T> latest(List<T> seen, Predicate<T> wanted) {
    if (written.isEmpty()) {
      return seen;
    }
    Map<String, T> mine = new HashMap<>();
    written.forEach((key, object) -> {
      if (wanted.test(object)) {
        mine.put(key, object);
      }
    });
    List<T> found = new ArrayList<>(seen.size() + mine.size());
    for (T one : seen) {
      T newer = mine.remove(keyOf(one));
      found.add(newer != null && isNewer(newer, one) ? newer : one);
    }
    found.addAll(mine.values());
    return found;
  }
}
