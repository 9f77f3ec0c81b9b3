package dev.fleetwright.cli.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.service.LocalApi;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.component.ComponentOptions;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.sample.SampleComponent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of one pod: started, started again when it fails, and stopped with its pod. */
final class PodRun {

  private static final Logger LOG = LoggerFactory.getLogger(PodRun.class);
  private static final String MANAGER = "pod-runner";
  private static final String ACTUATOR = "swarm.fleetwright.dev/actuator";
  private static final String OURS = "http://127.0.0.1:";
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** How the program is. */
  enum Word {
    STARTING,
    RUNNING,
    CRASHED
  }

  private final ObjectKey key;
  private final ObjectNode pod;
  private final LocalApi api;
  private final CompletableFuture<BrokerAddress> broker;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile Word word = Word.STARTING;
  private volatile String failure = "";

  private PodRun(
      ObjectKey key, ObjectNode pod, LocalApi api, CompletableFuture<BrokerAddress> broker) {
    this.key = key;
    this.pod = pod;
    this.api = api;
    this.broker = broker;
  }

  static PodRun start(
      ObjectKey key, ObjectNode pod, LocalApi api, CompletableFuture<BrokerAddress> broker) {
    PodRun run = new PodRun(key, pod, api, broker);
    Thread.ofVirtual().name("pod-" + key.name()).start(run::live);
    return run;
  }

  Word word() {
    return word;
  }

  /** Why it crashed; empty while it has not. */
  String failure() {
    return failure;
  }

  /** Lets the program end its work; completes when it has. */
  CompletableFuture<Void> stop() {
    stopping.countDown();
    return ended;
  }

  private void live() {
    Duration pause = FIRST_PAUSE;
    try {
      while (stopping.getCount() > 0) {
        runOnce();
        if (stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          break;
        }
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.complete(null);
    }
  }

  /** Returns when the pod is to stop, or the program did not start. */
  private void runOnce() throws InterruptedException {
    try (SampleComponent program = program()) {
      String actuator = OURS + program.component().actuatorPort() + "/actuator";
      announce(actuator);
      failure = "";
      word = Word.RUNNING;
      LOG.info("{} runs {}", key, program.component().actuatorPort());
      stopping.await();
      withdraw(actuator);
    } catch (IOException | IllegalArgumentException | CompletionException e) {
      failure = String.valueOf(e.getMessage());
      word = Word.CRASHED;
      LOG.warn("the program of {} did not start: {}", key, failure);
    }
  }

  private SampleComponent program() throws IOException {
    Map<String, String> environment = environment();
    ComponentOptions options =
        switch (ComponentOptions.fromEnvironment(environment)) {
          case Checked.Valid<ComponentOptions>(ComponentOptions valid) -> valid;
          case Checked.Invalid<ComponentOptions>(List<Problem> problems) ->
              throw new IOException(
                  String.join(
                      "; ", problems.stream().map(p -> p.path() + ": " + p.message()).toList()));
        };
    return SampleComponent.start(
        options.actuator(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)), environment);
  }

  /** The pod's, and what a cluster would give it as a secret. */
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("SWARM_AMQP", broker.join().secretUri());
    for (JsonNode variable : pod.path("spec").path("containers").path(0).path("env")) {
      if (variable.has("value")) {
        environment.put(variable.path("name").asText(""), variable.path("value").asText(""));
      }
    }
    return environment;
  }

  /** Tells where the Actuator is, where the agent looks for it: on the workload. */
  private void announce(String url) {
    onWorkload(annotations -> {
      String known = annotations.path(ACTUATOR).asText("");
      if (known.isEmpty() || known.startsWith(OURS)) {
        annotations.put(ACTUATOR, url);
      }
    });
  }

  private void withdraw(String url) {
    onWorkload(annotations -> {
      if (annotations.path(ACTUATOR).asText("").equals(url)) {
        annotations.remove(ACTUATOR);
      }
    });
  }

  private void onWorkload(java.util.function.Consumer<ObjectNode> change) {
    try {
      api.modify(
          workload(),
          MANAGER,
          live -> {
            change.accept(live.withObject("/metadata/annotations"));
            return live;
          });
    } catch (Failure e) {
      // Gone with its pods, or changed this instant: without an address it is not polled.
      LOG.debug("the workload of {} was not annotated: {}", key, e.text());
    }
  }

  /** Who controls the pod, and who controls that. */
  private ObjectKey workload() {
    ObjectKey current = key;
    JsonNode object = pod;
    while (object != null) {
      Optional<ObjectKey> above = controller(object);
      if (above.isEmpty()) {
        break;
      }
      current = above.get();
      object = api.find(current);
    }
    return current;
  }

  private Optional<ObjectKey> controller(JsonNode object) {
    for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
      String resource =
          switch (owner.path("kind").asText("")) {
            case "ReplicaSet" -> "replicasets.apps";
            case "Deployment" -> "deployments.apps";
            case "StatefulSet" -> "statefulsets.apps";
            case "DaemonSet" -> "daemonsets.apps";
            default -> "";
          };
      if (owner.path("controller").asBoolean(false) && !resource.isEmpty()) {
        return Optional.of(
            LocalApi.key(
                key.collection().cluster(),
                resource,
                key.namespace(),
                owner.path("name").asText("")));
      }
    }
    return Optional.empty();
  }
}
