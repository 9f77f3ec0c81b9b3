package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.service.LocalApi;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

/**
 * Plays the part of controllers and nodes in the logical clusters (never in the hub): looks at what
 * is stored, decides what the status should be now, writes it through the status subresource, and
 * comes back when something changes or is due. It keeps no state of its own that matters, so a
 * restart goes on where the last run ended.
 */
public final class WorkloadSimulator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkloadSimulator.class.getName());
  private static final String MANAGER = "workload-simulator";

  private final LocalApi api;
  private final InstantSource clock;
  private final Timer timer;
  private final Map<String, Behaviour> behaviours;
  private final Map<ObjectKey, Boolean> waiting = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<ObjectKey> queue = new LinkedBlockingQueue<>();
  private final Thread worker;
  private volatile boolean closed;

  private WorkloadSimulator(
      LocalApi api, InstantSource clock, Timer timer, List<Behaviour> behaviours) {
    this.api = api;
    this.clock = clock;
    this.timer = timer;
    this.behaviours =
        behaviours.stream().collect(Collectors.toMap(Behaviour::resource, behaviour -> behaviour));
    this.worker = Thread.ofPlatform().name("workload-simulator").daemon(true).unstarted(this::run);
  }

  /** Starts with real time: Deployments become available after the delay. */
  public static WorkloadSimulator start(LocalApi api, Duration delay) {
    var timer = new SystemTimer();
    return start(api, InstantSource.system(), timer, List.of(new DeploymentBehaviour(delay)));
  }

  /** Starts with a given clock, timer and set of behaviours. */
  public static WorkloadSimulator start(
      LocalApi api, InstantSource clock, Timer timer, List<Behaviour> behaviours) {
    var simulator = new WorkloadSimulator(api, clock, timer, behaviours);
    api.onCommit(simulator::follow);
    for (String cluster : api.clusters()) {
      for (String resource : simulator.behaviours.keySet()) {
        for (Entry entry : api.list(cluster, resource)) {
          simulator.enqueue(entry.key());
        }
      }
    }
    simulator.worker.start();
    return simulator;
  }

  private void follow(List<Event> events) {
    for (Event event : events) {
      ObjectKey key = event.object().key();
      boolean ours =
          !key.collection().cluster().isEmpty()
              && behaviours.containsKey(key.collection().resource());
      if (ours && event.type() != Event.Type.DELETED) {
        enqueue(key);
      }
    }
  }

  private void enqueue(ObjectKey key) {
    if (!closed && waiting.putIfAbsent(key, true) == null) {
      queue.add(key);
    }
  }

  private void run() {
    while (!closed) {
      ObjectKey key;
      try {
        key = queue.take();
      } catch (InterruptedException e) {
        return;
      }
      waiting.remove(key);
      try {
        look(key);
      } catch (Failure e) {
        if (e.code() != 404 && !closed) {
          LOG.log(Level.WARNING, "cannot simulate " + key + ": " + e.text());
        }
      } catch (RuntimeException e) {
        if (!closed) {
          LOG.log(Level.WARNING, "cannot simulate " + key, e);
        }
      }
    }
  }

  private void look(ObjectKey key) {
    Behaviour behaviour = behaviours.get(key.collection().resource());
    ObjectNode object = api.find(key);
    if (behaviour == null || object == null) {
      return;
    }
    Behaviour.Next next = behaviour.next(object, clock.instant());
    if (next.status() != null) {
      ObjectNode status = next.status();
      String version = object.path("metadata").path("resourceVersion").asText();
      try {
        api.updateStatus(
            key,
            MANAGER,
            live -> {
              // Decided on this very state, or not at all: a change brings us back here anyway.
              live.withObject("/metadata").put("resourceVersion", version);
              live.set("status", status);
              return live;
            });
      } catch (Failure e) {
        if (e.code() == 409) {
          enqueue(key);
          return;
        }
        throw e;
      }
    }
    Duration again = next.again();
    if (again != null) {
      timer.after(again, () -> enqueue(key));
    }
  }

  @Override
  public void close() {
    closed = true;
    worker.interrupt();
    timer.close();
  }
}
