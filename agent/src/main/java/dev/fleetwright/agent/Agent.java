package dev.fleetwright.agent;

import dev.fleetwright.amqp.ControllerRuntime;
import dev.fleetwright.swarm.controller.ActuatorAnswer;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.Actor;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The agent of one cluster or of many.
 *
 * <pre>{@code
 * try (var transport = new AmqpTransport(address, "agent");
 *     var agent = Agent.start(AgentConfig.of(hub, Map.of("cluster1", client), transport))) {
 *   agent.add("cluster2", other);
 * }
 * }</pre>
 *
 * Starting needs neither the hub nor a cluster nor the broker: each is awaited, and lost and found
 * again, for as long as the agent runs.
 */
public final class Agent implements AutoCloseable {

  private record Hosted(
      ClusterAgent agent, @Nullable SharedIndexInformer<GenericKubernetesResource> works) {}

  private static final int LOADING_AT_ONCE = 16;
  private static final Duration LOADING_PATIENCE = Duration.ofSeconds(2);

  private final AgentConfig config;
  private final MailboxRecords records;
  private final ControllerRuntime controllers;
  private final Actuators actuators = new Actuators();
  private final Gate loading = new Gate(LOADING_AT_ONCE, LOADING_PATIENCE);
  private final Map<String, Hosted> hosted = new ConcurrentHashMap<>();
  private final @Nullable SharedIndexInformer<GenericKubernetesResource> allWorks;
  private boolean closed;

  private Agent(AgentConfig config) {
    this.config = config;
    this.records = new MailboxRecords(config.hub(), hosted::keySet);
    this.controllers =
        new ControllerRuntime(
            config.transport(),
            config.protocol(),
            records,
            config.clock(),
            config.ids(),
            config.controllers(),
            new Bidding());
    this.allWorks = config.oneMailboxWatch() ? watchAllMailboxes() : null;
  }

  public static Agent start(AgentConfig config) {
    Agent agent = new Agent(config);
    config.clusters().forEach(agent::add);
    return agent;
  }

  /** Serves another cluster; one that is served already stays as it is. */
  public synchronized void add(String cluster, KubernetesClient client) {
    if (closed || hosted.containsKey(cluster)) {
      return;
    }
    SharedIndexInformer<GenericKubernetesResource> shared = allWorks;
    SharedIndexInformer<GenericKubernetesResource> works =
        shared == null ? watchMailbox(cluster) : shared;
    ClusterAgent agent =
        new ClusterAgent(
            cluster,
            client,
            new Mailbox(config.hub(), cluster, works),
            new Controllers(),
            loading,
            config.clock(),
            config.timing());
    hosted.put(cluster, new Hosted(agent, shared == null ? works : null));
    agent.start();
    if (shared == null) {
      var _ = works.start().thenRun(agent::mailboxRead);
    }
  }

  /**
   * Serves a cluster no longer; everything stays in it as it is. Its controllers fall silent with
   * it, and go on where they were when the cluster is added again.
   */
  public synchronized void remove(String cluster) {
    Hosted gone = hosted.remove(cluster);
    if (gone != null) {
      close(gone);
      controllers.hosted().stream()
          .filter(swarmId -> records.clusterOf(swarmId).equals(cluster))
          .forEach(controllers::unhost);
    }
  }

  public Set<String> clusters() {
    return Set.copyOf(hosted.keySet());
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    hosted.values().parallelStream().forEach(Agent::close);
    hosted.clear();
    if (allWorks != null) {
      allWorks.stop();
    }
    controllers.close();
    actuators.close();
  }

  private static void close(Hosted one) {
    if (one.works() != null) {
      one.works().stop();
    }
    one.agent().close();
  }

  private Optional<ClusterAgent> agentOf(String swarmId) {
    return Optional.ofNullable(hosted.get(records.clusterOf(swarmId))).map(Hosted::agent);
  }

  /** What the controllers ask for. */
  private final class Bidding implements ControllerRuntime.Agent {

    @Override
    public void pursue(Goal goal) {
      agentOf(goal.swarmId()).ifPresent(agent -> agent.pursue(goal));
    }

    @Override
    public Optional<ActuatorAnswer> poll(String swarmId, String component) {
      Optional<String> url = agentOf(swarmId).flatMap(agent -> agent.actuator(swarmId, component));
      if (url.isEmpty()) {
        return Optional.of(ActuatorAnswer.NONE);
      }
      var _ =
          actuators
              .ask(url.get())
              .thenAccept(answer -> controllers.polled(swarmId, component, answer));
      return Optional.empty();
    }
  }

  private SharedIndexInformer<GenericKubernetesResource> watchMailbox(String cluster) {
    return config
        .hub()
        .genericKubernetesResources(Wire.context(Kinds.MANIFEST_WORK))
        .inNamespace(cluster)
        .runnableInformer(0)
        .exceptionHandler(Failures.watchedAgain("works of " + cluster))
        .addEventHandler(new Changes());
  }

  private SharedIndexInformer<GenericKubernetesResource> watchAllMailboxes() {
    SharedIndexInformer<GenericKubernetesResource> informer =
        config
            .hub()
            .genericKubernetesResources(Wire.context(Kinds.MANIFEST_WORK))
            .inAnyNamespace()
            .runnableInformer(0)
            .exceptionHandler(Failures.watchedAgain("works"))
            .addEventHandler(new Changes());
    var _ =
        informer.start().thenRun(() -> hosted.values().forEach(one -> one.agent().mailboxRead()));
    return informer;
  }

  private final class Changes implements ResourceEventHandler<GenericKubernetesResource> {

    @Override
    public void onAdd(GenericKubernetesResource work) {
      tell(work);
    }

    /** Our own reports change a work too, and are no news. */
    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
      boolean same =
          before.get("spec") != null
              && before.<Object>get("spec").equals(after.get("spec"))
              && before.getMetadata().getUid().equals(after.getMetadata().getUid())
              && java.util.Objects.equals(
                  before.getMetadata().getDeletionTimestamp(),
                  after.getMetadata().getDeletionTimestamp())
              && java.util.Objects.equals(
                  before.getMetadata().getLabels(), after.getMetadata().getLabels())
              && java.util.Objects.equals(
                  before.getMetadata().getAnnotations(), after.getMetadata().getAnnotations())
              && java.util.Objects.equals(
                  before.getMetadata().getFinalizers(), after.getMetadata().getFinalizers());
      if (!same) {
        tell(after);
      }
    }

    @Override
    public void onDelete(GenericKubernetesResource work, boolean unknown) {
      tell(work);
    }

    private void tell(GenericKubernetesResource work) {
      Hosted target = hosted.get(work.getMetadata().getNamespace());
      if (target != null) {
        target.agent().workChanged(work.getMetadata().getName());
      }
    }
  }

  private final class Controllers implements Swarms {

    @Override
    public List<String> known(String cluster) throws IOException {
      return records.swarms(Actor.SWARM_CONTROLLER, cluster);
    }

    @Override
    public void host(String cluster, String swarmId) {
      records.place(swarmId, cluster);
      controllers.host(swarmId);
    }

    @Override
    public void report(String swarmId, Evidence evidence) {
      controllers.report(swarmId, evidence);
    }

    @Override
    public void unhost(String swarmId) {
      controllers.unhost(swarmId);
    }

    @Override
    public Duration retention() {
      return config.controllers().retention();
    }

    @Override
    public void sweep(String swarmId) throws IOException {
      var _ = controllers.forgetSpent(swarmId, config.clock().instant().minus(retention()));
    }
  }
}
