package dev.fleetwright.hub.objects;

import dev.fleetwright.hub.client.Failures;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.queue.Backoff;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.work.Deliveries.Sight;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of all kinds that somebody asks for. A kind is watched from the moment on that it is
 * followed and until it is not any more; what it has is known once everything was read.
 */
public final class ObjectWatches implements AutoCloseable {

  /** Hears of changes, on many threads. */
  public interface Listener {

    /** An object has come, changed or gone. */
    void changed(ObjectKey key, boolean statusAlone);

    /** All objects of a kind are known now, or it has turned out that they cannot be read. */
    void settled(ResourceType type);

    /** A kind is not followed any more. */
    void left(ResourceType type);

    /** The server does not let us read some kind; {@link #nextTry} says when to follow again. */
    void refused();
  }

  private static final class Watch {
    private final Served served;
    private final SharedIndexInformer<GenericKubernetesResource> informer;
    private volatile boolean loaded;
    private volatile @Nullable String failure;
    private volatile @Nullable Instant nextTry;
    private volatile int refusals;

    /**
     * @param before the watch of the same kind that was refused
     */
    Watch(
        Served served,
        SharedIndexInformer<GenericKubernetesResource> informer,
        @Nullable Watch before) {
      this.served = served;
      this.informer = informer;
      if (before != null) {
        failure = before.failure;
        refusals = before.refusals;
      }
    }
  }

  /** Rights that were just given count a moment later; others are seldom given at all. */
  private static final Backoff AFTER_REFUSAL =
      new Backoff(Duration.ofSeconds(1), Failures.UNTIL_ASKED_AGAIN);

  private static final Logger LOG = LoggerFactory.getLogger(ObjectWatches.class);

  private final KubernetesClient client;
  private final Listener listener;
  private final InstantSource clock;
  private final Map<Served.Name, Watch> watches = new ConcurrentHashMap<>();
  private volatile @Nullable Catalog catalog;
  private volatile boolean closed;

  public ObjectWatches(KubernetesClient client, Listener listener, InstantSource clock) {
    this.client = client;
    this.listener = listener;
    this.clock = clock;
  }

  /** Asks the server anew what it serves. */
  public void discover() {
    catalog = Catalog.read(client);
  }

  public boolean isDiscovered() {
    return catalog != null;
  }

  /** All kinds that can be listed and watched. */
  public List<ResourceType> kinds() {
    Catalog known = catalog;
    return known == null ? List.of() : known.types().values().stream().map(Served::type).toList();
  }

  public boolean serves(String group, String resource) {
    Catalog known = catalog;
    return known != null && known.find(new Served.Name(group, resource)).isPresent();
  }

  /** Watches all kinds that are wanted, and no others. */
  public synchronized void follow(Predicate<ResourceType> wanted) {
    Catalog known = catalog;
    if (known == null || closed) {
      return;
    }
    for (Watch watch : List.copyOf(watches.values())) {
      Served.Name name = watch.served.name();
      Optional<Served> now = known.find(name);
      boolean unknown = now.isEmpty() && !known.isComplete(name.group());
      boolean same = unknown || now.filter(watch.served::equals).isPresent();
      if (!same || !wanted.test(watch.served.type())) {
        watch.informer.stop();
        watches.remove(name);
        listener.left(watch.served.type());
      }
    }
    Instant now = clock.instant();
    for (Served served : known.types().values()) {
      Watch watch = watches.get(served.name());
      if (watch == null) {
        if (wanted.test(served.type())) {
          start(served, null);
        }
      } else if (watch.nextTry != null && !now.isBefore(watch.nextTry)) {
        start(served, watch);
      }
    }
  }

  /** When to follow again, although nothing has changed. */
  public Optional<Instant> nextTry() {
    return watches.values().stream()
        .flatMap(watch -> Stream.ofNullable(watch.nextTry))
        .min(Comparator.naturalOrder());
  }

  private void start(Served served, @Nullable Watch before) {
    var all = client.genericKubernetesResources(served.context());
    SharedIndexInformer<GenericKubernetesResource> informer =
        served.type().namespaced()
            ? all.inAnyNamespace().runnableInformer(0)
            : all.runnableInformer(0);
    Watch watch = new Watch(served, informer, before);
    informer.exceptionHandler((_, problem) -> failed(watch, problem));
    informer.addEventHandler(new Changes(watch));
    watches.put(served.name(), watch);
    // Not on the client's own threads: taking in a whole kind takes time.
    var _ =
        informer
            .start()
            .thenRunAsync(() -> loaded(watch), task -> Thread.ofVirtual().name("load").start(task));
  }

  private void loaded(Watch watch) {
    watch.failure = null;
    watch.loaded = true;
    if (!closed) {
      listener.settled(watch.served.type());
    }
  }

  /**
   * It is tried again for ever; until it works nothing is known. What is forbidden is tried seldom,
   * and what was known of it does not count any more: nobody tells what has become of it.
   */
  private boolean failed(Watch watch, Throwable failure) {
    boolean forbidden = Failures.isForbidden(failure);
    if (closed) {
      return false;
    }
    if (watch.failure == null && (forbidden || !watch.loaded)) {
      watch.failure = Failures.messageOf(failure);
      watch.loaded = false;
      listener.settled(watch.served.type());
    }
    if (forbidden) {
      int refusals = watch.refusals + 1;
      watch.refusals = refusals;
      watch.nextTry = clock.instant().plus(AFTER_REFUSAL.after(refusals));
      LOG.info(
          "{} cannot be read: {}", watch.served.name().resource(), Failures.messageOf(failure));
      listener.refused();
    }
    return !forbidden;
  }

  private final class Changes implements ResourceEventHandler<GenericKubernetesResource> {
    private final Watch watch;

    Changes(Watch watch) {
      this.watch = watch;
    }

    @Override
    public void onAdd(GenericKubernetesResource added) {
      tell(added, false);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource now) {
      tell(now, isStatusAlone(before.getMetadata(), now.getMetadata()));
    }

    @Override
    public void onDelete(GenericKubernetesResource gone, boolean unknown) {
      tell(gone, false);
    }

    /** What comes while everything is read for the first time is told once, together. */
    private void tell(GenericKubernetesResource object, boolean statusAlone) {
      if (watch.loaded && !closed) {
        listener.changed(head(watch.served, object).key(), statusAlone);
      }
    }
  }

  private static boolean isStatusAlone(ObjectMeta before, ObjectMeta now) {
    return before.getGeneration() != null
        && before.getGeneration().equals(now.getGeneration())
        && before.getUid().equals(now.getUid())
        && java.util.Objects.equals(before.getLabels(), now.getLabels())
        && java.util.Objects.equals(before.getAnnotations(), now.getAnnotations())
        && java.util.Objects.equals(before.getDeletionTimestamp(), now.getDeletionTimestamp());
  }

  /** Whether it is not known yet, and soon will be, what a kind has. */
  public boolean isLoading(String group, String resource) {
    Catalog known = catalog;
    if (known == null) {
      return true;
    }
    Watch watch = watches.get(new Served.Name(group, resource));
    return watch == null ? serves(group, resource) : !watch.loaded && watch.failure == null;
  }

  /** Whether all objects of a kind are known; a kind that is not served has none. */
  public boolean isRead(String group, String resource) {
    Catalog known = catalog;
    Watch watch = watches.get(new Served.Name(group, resource));
    if (watch != null) {
      return watch.loaded;
    }
    return known != null && !serves(group, resource) && known.isComplete(group);
  }

  /** Why the objects of a kind cannot be read; empty when they can, or nobody has tried yet. */
  public Optional<String> failure(String group, String resource) {
    return Optional.ofNullable(watches.get(new Served.Name(group, resource)))
        .map(watch -> watch.failure);
  }

  /** The object as the server has it, a moment late. */
  public Sight look(ObjectKey key) {
    return look(key, true);
  }

  /** As {@link #look}, without content. */
  public Sight glance(ObjectKey key) {
    return look(key, false);
  }

  private Sight look(ObjectKey key, boolean content) {
    Watch watch = watches.get(new Served.Name(key.group(), key.resource()));
    if (watch == null || !watch.loaded) {
      return isRead(key.group(), key.resource()) ? new Sight.Gone() : new Sight.Unread();
    }
    GenericKubernetesResource found =
        watch
            .informer
            .getStore()
            .getByKey(key.isNamespaced() ? key.namespace() + "/" + key.name() : key.name());
    if (found == null) {
      return new Sight.Gone();
    }
    return new Sight.Here(content ? whole(watch.served, found) : head(watch.served, found));
  }

  /** All objects of a kind that is known, without content. */
  public List<WorkloadObject> heads(ResourceType type) {
    Watch watch = watches.get(new Served.Name(type.group(), type.resource()));
    return watch == null || !watch.loaded
        ? List.of()
        : watch.informer.getStore().list().stream().map(one -> head(watch.served, one)).toList();
  }

  /** The object from the server itself, where nobody watches its kind any more. */
  public Optional<WorkloadObject> read(ObjectKey key) {
    if (look(key) instanceof Sight.Here(WorkloadObject object)) {
      return Optional.of(object);
    }
    Catalog known = catalog;
    Served served =
        known == null
            ? null
            : known.find(new Served.Name(key.group(), key.resource())).orElse(null);
    if (served == null || isRead(key.group(), key.resource())) {
      return Optional.empty();
    }
    var all = client.genericKubernetesResources(served.context());
    GenericKubernetesResource found =
        key.isNamespaced()
            ? all.inNamespace(key.namespace()).withName(key.name()).get()
            : all.withName(key.name()).get();
    return Optional.ofNullable(found).map(object -> whole(served, object));
  }

  public Optional<Served> served(ObjectKey key) {
    Catalog known = catalog;
    return known == null
        ? Optional.empty()
        : known.find(new Served.Name(key.group(), key.resource()));
  }

  private static WorkloadObject whole(Served served, GenericKubernetesResource object) {
    Map<String, Object> content = Plain.of(object);
    // Lists leave these two to the list.
    content.put("apiVersion", served.type().apiVersion());
    content.put("kind", served.type().kind());
    return WorkloadObject.of(served.type(), content);
  }

  private static WorkloadObject head(Served served, GenericKubernetesResource object) {
    ObjectMeta metadata = object.getMetadata();
    ResourceType type = served.type();
    return new WorkloadObject(
        new ObjectKey(
            type.group(),
            type.resource(),
            type.namespaced() ? metadata.getNamespace() : "",
            metadata.getName()),
        type.version(),
        type.kind(),
        metadata.getUid(),
        metadata.getResourceVersion(),
        metadata.getDeletionTimestamp() != null,
        metadata.getLabels() == null ? Map.of() : metadata.getLabels(),
        metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations(),
        Map.of());
  }

  @Override
  public synchronized void close() {
    closed = true;
    watches.values().forEach(watch -> watch.informer.stop());
    watches.clear();
  }
}
