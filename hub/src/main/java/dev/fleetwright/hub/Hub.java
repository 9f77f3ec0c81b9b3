package dev.fleetwright.hub;

import dev.fleetwright.amqp.OrchestratorRuntime;
import dev.fleetwright.api.swarm.SwarmRecords;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.alone.SwarmsAlone;
import dev.fleetwright.hub.catalog.CatalogLibrary;
import dev.fleetwright.hub.catalog.CatalogReconciler;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.EventLog;
import dev.fleetwright.hub.client.Failures;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.cluster.AvailabilityReconciler;
import dev.fleetwright.hub.cluster.Hearing;
import dev.fleetwright.hub.cluster.MailboxReconciler;
import dev.fleetwright.hub.game.GameReconciler;
import dev.fleetwright.hub.lifecycle.FencedRecords;
import dev.fleetwright.hub.lifecycle.SwarmLifecycle;
import dev.fleetwright.hub.metrics.HubMetrics;
import dev.fleetwright.hub.queue.Backoff;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.queue.ReconcileLoop;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.hub.release.ReleaseReader;
import dev.fleetwright.hub.release.ReleaseTriggers;
import dev.fleetwright.hub.status.CombinedStatusReconciler;
import dev.fleetwright.hub.world.WorldReconciler;
import dev.fleetwright.swarm.protocol.Protocol;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All controllers in one process.
 *
 * <pre>{@code
 * try (Hub hub = Hub.start(HubConfig.of(client, transport))) {
 *   // kubectl apply -f world.yaml
 * }
 * }</pre>
 */
public final class Hub implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Hub.class);

  private final Deque<AutoCloseable> parts;

  private Hub(Deque<AutoCloseable> parts) {
    this.parts = parts;
  }

  /**
   * Starts on what is stored: it goes on where the last one stopped. Everything was read once when
   * this returns.
   *
   * @throws IOException when the API server or the records of swarms cannot be read
   */
  public static Hub start(HubConfig config) throws IOException, InterruptedException {
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    try {
      start(config, parts);
      return new Hub(parts);
    } catch (KubernetesClientException e) {
      close(parts);
      throw new IOException("the API server refused: " + e.getMessage(), e);
    } catch (IOException | InterruptedException | RuntimeException e) {
      close(parts);
      throw e;
    }
  }

  private static void start(HubConfig config, Deque<AutoCloseable> parts)
      throws IOException, InterruptedException {
    Writer writer = new Writer(config.client(), config.fence());
    HubMetrics metrics = new HubMetrics(config.metrics(), config.tracer());
    writer.ensureNamespace(config.namespace(), Map.of());
    Caches caches = new Caches(config.client());
    parts.push(caches);
    KeyedQueue<ObjectKey> worlds = new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
    KeyedQueue<ObjectKey> combined = new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
    KeyedQueue<String> clusters = new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
    KeyedQueue<GameReconciler.Key> games = new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
    GameReconciler.connect(caches, games);
    new Triggers(caches, worlds, combined, clusters).connect();
    KeyedQueue<CatalogReconciler.All> catalogs = new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
    CatalogReconciler.connect(caches, catalogs);
    CatalogLibrary library = new CatalogLibrary(config.library());
    CatalogReconciler shelf =
        new CatalogReconciler(
            caches,
            writer,
            new EventLog(config.client(), config.fence(), config.clock()),
            library,
            () -> caches.worlds().all().forEach(world -> worlds.add(Triggers.key(world))));
    ReleaseReader releases = new ReleaseReader(caches);
    ReleaseTriggers rules = new ReleaseTriggers(caches, releases, worlds::add);
    rules.connect();
    PlacementFlow placement = new PlacementFlow(config, caches, writer);
    parts.push(placement::close);
    caches.start(config.patience());
    rules.started();
    shelf.load();
    KeyedQueue<String> heard = new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
    Hearing hearing = new Hearing(config.swarms().silence(), config.clock(), heard::add);
    AtomicReference<OrchestratorRuntime> orchestrator = new AtomicReference<>();
    OrchestratorRuntime runtime =
        new OrchestratorRuntime(
            config.transport(),
            Protocol.bundled(),
            new FencedRecords(
                new SwarmRecords(config.client(), config.namespace()), config.fence()),
            config.clock(),
            () -> UUID.randomUUID().toString(),
            config.swarms(),
            config.instance(),
            new SwarmListener(
                worlds,
                hearing,
                new SwarmsAlone(config.client(), caches, writer),
                (swarmId, problem) -> {
                  OrchestratorRuntime known = orchestrator.get();
                  if (known != null) {
                    known.undeliverable(swarmId, problem);
                  }
                }));
    orchestrator.set(runtime);
    parts.push(runtime);
    config.metrics().include("swarm", () -> runtime.commands().prometheus());
    runtime.start();
    loop(metrics, parts, "clusters", clusters, new MailboxReconciler(caches, writer), 1);
    loop(
        metrics,
        parts,
        "availability",
        heard,
        new AvailabilityReconciler(
            caches, writer, hearing, config.swarms().silence(), config.clock()),
        1);
    loop(metrics, parts, "catalogs", catalogs, shelf, 1);
    loop(metrics, parts, "games", games, new GameReconciler(caches, writer, config.clock()), 1);
    loop(
        metrics,
        parts,
        "worlds",
        worlds,
        new WorldReconciler(
            config.client(),
            caches,
            writer,
            new SwarmLifecycle(runtime),
            releases,
            metrics,
            config.tracer(),
            library,
            config.clock()),
        config.workers());
    loop(
        metrics,
        parts,
        "status",
        combined,
        new CombinedStatusReconciler(caches, writer, config.clock()),
        config.workers());
    placement.start(
        new PlacementFlow.Loops() {
          @Override
          public <K> void start(
              String name, KeyedQueue<K> queue, Reconciler<K> reconciler, int count) {
            loop(metrics, parts, name, queue, reconciler, count);
          }
        });
  }

  private static <K> void loop(
      HubMetrics metrics,
      Deque<AutoCloseable> parts,
      String name,
      KeyedQueue<K> queue,
      Reconciler<K> reconciler,
      int workers) {
    parts.push(
        new ReconcileLoop<>(
                queue, metrics.observed(name, queue, reconciler), (key, e) -> failed(name, key, e))
            .start(name, workers));
  }

  private static void failed(String controller, Object key, Exception e) {
    if (Failures.isConflict(e)) {
      // Somebody wrote meanwhile; the next try reads that.
      LOG.debug("{} {} conflicts and is tried again", controller, key);
    } else {
      LOG.warn("{} {} failed and is tried again: {}", controller, key, e.toString(), e);
    }
  }

  /** Lets what is in work finish. What is not done is done by the next hub. */
  @Override
  public void close() {
    close(parts);
  }

  private static void close(Deque<AutoCloseable> parts) {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("a part of the hub did not stop cleanly", e);
      }
    }
  }
}
