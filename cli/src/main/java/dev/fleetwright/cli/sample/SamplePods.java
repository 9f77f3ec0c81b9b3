package dev.fleetwright.cli.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.apiserver.service.LocalApi;
import dev.fleetwright.apiserver.simulator.Behaviour;
import dev.fleetwright.apiserver.simulator.Scene;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.sample.SampleComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pods of the logical clusters whose image is that of the sample really run, in this process: the
 * same program as in a container, with the pod's environment and the broker's address. Such a pod
 * is ready when its program is, and crashes when it does. All other pods are only played.
 */
public final class SamplePods implements Behaviour, AutoCloseable {

  private static final String PODS = "pods";
  private static final String FAULT = "simulator.fleetwright.dev/fault";
  private static final String READY_AFTER = "simulator.fleetwright.dev/ready-after";
  private static final byte[] IMAGE = SampleComponent.IMAGE.getBytes(StandardCharsets.UTF_8);
  private static final Duration WHILE_STARTING = Duration.ofMillis(50);
  private static final Duration LATER = Duration.ofSeconds(1);

  private final LocalApi api;
  private final CompletableFuture<BrokerAddress> broker;
  private final Map<String, PodRun> runs = new ConcurrentHashMap<>();
  private volatile Behaviour played = this;
  private volatile boolean closed;

  private SamplePods(LocalApi api, CompletableFuture<BrokerAddress> broker) {
    this.api = api;
    this.broker = broker;
  }

  /** Runs what is there already and what comes; the broker may be starting still. */
  public static SamplePods follow(LocalApi api, CompletableFuture<BrokerAddress> broker) {
    SamplePods pods = new SamplePods(api, broker);
    api.onCommit(pods::changed);
    for (String cluster : api.clusters()) {
      for (Entry entry : api.list(cluster, PODS)) {
        pods.look(entry);
        ObjectNode now = api.find(entry.key());
        if (now == null || !uid(now).equals(uid(entry.tree()))) {
          pods.end(uid(entry.tree()));
        }
      }
    }
    return pods;
  }

  /** The behaviours with this one in the place of that for pods, which it asks for the others. */
  public List<Behaviour> among(List<Behaviour> usual) {
    return usual.stream().map(one -> one.resource().equals(PODS) ? over(one) : one).toList();
  }

  private Behaviour over(Behaviour usual) {
    played = usual;
    return this;
  }

  /** Called on the writing thread for every commit, so it looks closer at few of them. */
  private void changed(List<Event> events) {
    for (Event event : events) {
      ObjectKey key = event.object().key();
      if (!key.collection().resource().equals(PODS) || key.collection().cluster().isEmpty()) {
        continue;
      }
      if (event.type() != Event.Type.DELETED) {
        look(event.object());
      } else if (mentionsSample(event.object().body())) {
        end(uid(event.object().tree()));
      }
    }
  }

  private void look(Entry entry) {
    if (closed || !mentionsSample(entry.body())) {
      return;
    }
    ObjectNode pod = entry.tree();
    if (isSample(pod) && !annotation(pod, FAULT).equals("crash")) {
      runs.computeIfAbsent(uid(pod), _ -> PodRun.start(entry.key(), pod, api, broker));
    } else {
      end(uid(pod));
    }
  }

  private void end(String uid) {
    PodRun gone = runs.remove(uid);
    if (gone != null) {
      var _ = gone.stop();
    }
  }

  private static boolean mentionsSample(byte[] body) {
    for (int i = 0; i <= body.length - IMAGE.length; i++) {
      int same = 0;
      while (same < IMAGE.length && body[i + same] == IMAGE[same]) {
        same++;
      }
      if (same == IMAGE.length) {
        return true;
      }
    }
    return false;
  }

  /** Whatever its tag or digest is. */
  private static boolean isSample(ObjectNode pod) {
    String image = pod.path("spec").path("containers").path(0).path("image").asText("");
    return image.matches("(.*/)?" + SampleComponent.IMAGE + "([:@].*)?");
  }

  @Override
  public String resource() {
    return PODS;
  }

  @Override
  public Next next(ObjectNode pod, Scene scene) {
    PodRun run = runs.get(uid(pod));
    if (!isSample(pod) || !annotation(pod, FAULT).isEmpty()) {
      return played.next(pod, scene);
    }
    // Played as well, but by how the program is and not by the time.
    PodRun.Word word = run == null ? PodRun.Word.STARTING : run.word();
    ObjectNode shown = pod.deepCopy();
    ObjectNode annotations = shown.withObject("/metadata/annotations").put(READY_AFTER, "0");
    switch (word) {
      case STARTING -> annotations.put(FAULT, "never-ready");
      case CRASHED -> annotations.put(FAULT, "crash");
      case RUNNING -> {}
    }
    Next next = played.next(shown, scene);
    ObjectNode status = next.status();
    if (status != null && run != null) {
      explain(status, run.failure());
    }
    boolean same = status != null && status.equals(pod.get("status"));
    Duration again = word == PodRun.Word.STARTING ? WHILE_STARTING : LATER;
    return new Next(same ? null : status, again, next.works());
  }

  /** Where people look when a pod crashes: why it did. */
  private static void explain(ObjectNode status, String failure) {
    JsonNode waiting = status.path("containerStatuses").path(0).path("state").path("waiting");
    if (!failure.isEmpty() && waiting instanceof ObjectNode reason) {
      reason.put("message", failure);
    }
  }

  static String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText("");
  }

  private static String annotation(ObjectNode pod, String name) {
    return pod.path("metadata").path("annotations").path(name).asText("");
  }

  /** How many programs are meant to run. */
  public int count() {
    return runs.size();
  }

  @Override
  public void close() {
    closed = true;
    CompletableFuture.allOf(
            runs.values().stream().map(PodRun::stop).toArray(CompletableFuture[]::new))
        .join();
    runs.clear();
  }
}
