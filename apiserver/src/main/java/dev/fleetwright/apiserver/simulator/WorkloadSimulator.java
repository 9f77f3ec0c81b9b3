package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.LocalApi;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

/**
 * Plays the part of controllers and nodes in the logical clusters (never in the hub): looks at what
 * is stored, decides what should be now, writes it as every client would, and comes back when
 * something changes or is due. It keeps no state of its own that matters, so a restart goes on
 * where the last run ended.
 */
public final class WorkloadSimulator implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkloadSimulator.class.getName());
  private static final String MANAGER = "workload-simulator";

  /** Each writer waits for the disk; several of them share one sync. */
  private static final int WORKERS = 8;

  /** Answers that mean that the world has moved on meanwhile. */
  private static final Set<Integer> EXPECTED = Set.of(403, 404, 409);

  private final LocalApi api;
  private final InstantSource clock;
  private final Timer timer;
  private final Map<String, Behaviour> behaviours;
  private final Map<ObjectKey, Boolean> waiting = new ConcurrentHashMap<>();
  private final Map<String, Instant> met = new ConcurrentHashMap<>();
  private final List<LinkedBlockingQueue<ObjectKey>> queues = new ArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean closed;

  private WorkloadSimulator(
      LocalApi api, InstantSource clock, Timer timer, List<Behaviour> behaviours) {
    this.api = api;
    this.clock = clock;
    this.timer = timer;
    this.behaviours =
        behaviours.stream().collect(Collectors.toMap(Behaviour::resource, behaviour -> behaviour));
    for (int i = 0; i < WORKERS; i++) {
      var queue = new LinkedBlockingQueue<ObjectKey>();
      queues.add(queue);
      workers.add(Thread.ofVirtual().name("workload-simulator-" + i).unstarted(() -> run(queue)));
    }
  }

  /** Starts with real time: pods become ready after the delay. */
  public static WorkloadSimulator start(LocalApi api, Duration delay) {
    return start(api, usual(delay));
  }

  /** Starts with real time and a given set of behaviours. */
  public static WorkloadSimulator start(LocalApi api, List<Behaviour> behaviours) {
    return start(api, InstantSource.system(), new SystemTimer(), behaviours);
  }

  /** All kinds that behave. */
  public static List<Behaviour> usual(Duration delay) {
    return List.of(
        new DeploymentBehaviour(),
        new ReplicaSetBehaviour(),
        new StatefulSetBehaviour(),
        new DaemonSetBehaviour(),
        new JobBehaviour(),
        new PodBehaviour(delay),
        new ServiceBehaviour(),
        new ClaimBehaviour());
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
    simulator.workers.forEach(Thread::start);
    return simulator;
  }

  private void follow(List<Event> events) {
    for (Event event : events) {
      ObjectKey key = event.object().key();
      boolean ours =
          !key.collection().cluster().isEmpty()
              && behaviours.containsKey(key.collection().resource());
      if (!ours || closed) {
        continue;
      }
      if (event.type() == Event.Type.DELETED) {
        ObjectNode gone = event.object().tree();
        met.remove(Statuses.uid(gone));
        wakeOthers(key, gone);
      } else {
        enqueue(key);
      }
    }
  }

  private void enqueue(ObjectKey key) {
    if (!closed && waiting.putIfAbsent(key, true) == null) {
      queues.get(Math.floorMod(key.hashCode(), WORKERS)).add(key);
    }
  }

  private void run(LinkedBlockingQueue<ObjectKey> queue) {
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
        if (!EXPECTED.contains(e.code()) && !closed) {
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
    wakeOthers(key, object);
    Behaviour.Next next = behaviour.next(object, new StoredScene(key, object));
    for (Work work : next.works()) {
      perform(key, work);
    }
    ObjectNode status = next.status();
    if (status != null) {
      write(key, object, status);
    }
    Duration again = next.again();
    if (again != null) {
      timer.after(again, () -> enqueue(key));
    }
  }

  private void write(ObjectKey key, ObjectNode object, ObjectNode status) {
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
      if (e.code() != 409) {
        throw e;
      }
      enqueue(key);
    }
  }

  private void perform(ObjectKey key, Work work) {
    String cluster = key.collection().cluster();
    try {
      switch (work) {
        case Work.Create(String resource, ObjectNode object) ->
            api.create(cluster, resource, object, MANAGER);
        case Work.Put(String resource, ObjectNode object) ->
            api.put(cluster, resource, object, MANAGER);
        case Work.Delete(String resource, String name, String uid) ->
            api.delete(LocalApi.key(cluster, resource, key.namespace(), name), uid);
        case Work.Change(String resource, String name, var change) ->
            api.modify(
                LocalApi.key(cluster, resource, key.namespace(), name),
                MANAGER,
                live -> {
                  change.accept(live);
                  return live;
                });
      }
    } catch (Failure e) {
      if (!EXPECTED.contains(e.code())) {
        throw e;
      }
    }
  }

  /** What a workload or service does depends on its pods, so a pod's change concerns them. */
  private void wakeOthers(ObjectKey key, ObjectNode object) {
    String cluster = key.collection().cluster();
    for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean(false)) {
        String resource = resourceOf(Json.textOrEmpty(owner, "kind"));
        if (!resource.isEmpty()) {
          enqueue(
              LocalApi.key(cluster, resource, key.namespace(), Json.textOrEmpty(owner, "name")));
        }
      }
    }
    if (key.collection().resource().equals("pods")) {
      for (Entry service : api.list(cluster, "services", key.namespace())) {
        if (ServiceBehaviour.matches(service.tree().path("spec").path("selector"), object)) {
          enqueue(service.key());
        }
      }
    }
  }

  private static String resourceOf(String kind) {
    return switch (kind) {
      case "Deployment" -> "deployments.apps";
      case "ReplicaSet" -> "replicasets.apps";
      case "StatefulSet" -> "statefulsets.apps";
      case "DaemonSet" -> "daemonsets.apps";
      case "Job" -> "jobs.batch";
      default -> "";
    };
  }

  /** The scene as it is stored. */
  private final class StoredScene implements Scene {
    private final ObjectKey key;
    private final ObjectNode object;
    private final Instant now = clock.instant();

    StoredScene(ObjectKey key, ObjectNode object) {
      this.key = key;
      this.object = object;
    }

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public Instant since() {
      Instant created = Statuses.time(object.path("metadata").path("creationTimestamp"));
      Instant first = met.computeIfAbsent(Statuses.uid(object), uid -> now);
      // Creation times have no fractions; one that is long ago is from before a restart.
      return created != null && created.isBefore(first.minusSeconds(2)) ? created : first;
    }

    @Override
    public List<ObjectNode> owned(String resource) {
      String uid = Statuses.uid(object);
      String prefix = Statuses.name(object) + "-";
      return api.list(key.collection().cluster(), resource, key.namespace()).stream()
          .filter(entry -> entry.key().name().startsWith(prefix))
          .map(Entry::tree)
          .filter(tree -> isController(tree, uid))
          .toList();
    }

    @Override
    public List<ObjectNode> all(String resource) {
      boolean clusterWide = resource.equals("nodes");
      return api
          .list(key.collection().cluster(), resource, clusterWide ? null : key.namespace())
          .stream()
          .map(Entry::tree)
          .toList();
    }
  }

  private static boolean isController(ObjectNode tree, String uid) {
    for (JsonNode owner : tree.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean(false) && uid.equals(Json.textOrEmpty(owner, "uid"))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    closed = true;
    workers.forEach(Thread::interrupt);
    timer.close();
  }
}
