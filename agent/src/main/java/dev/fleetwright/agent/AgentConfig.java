package dev.fleetwright.agent;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.protocol.Protocol;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/**
 * What an agent works with. Clients and transport belong to the caller, who closes them after the
 * agent.
 *
 * @param hub reaches the mailbox namespace of each cluster
 * @param clusters name to client; more can be added later
 * @param oneMailboxWatch one watch over all mailboxes instead of one for each; needs credentials
 *     for the whole hub and saves connections when one process serves many clusters
 */
public record AgentConfig(
    KubernetesClient hub,
    Map<String, KubernetesClient> clusters,
    AmqpTransport transport,
    Protocol protocol,
    Clock clock,
    Ids ids,
    ControllerSettings controllers,
    Timing timing,
    boolean oneMailboxWatch) {

  public AgentConfig {
    clusters = Map.copyOf(clusters);
  }

  public static AgentConfig of(
      KubernetesClient hub, Map<String, KubernetesClient> clusters, AmqpTransport transport) {
    return new AgentConfig(
        hub,
        clusters,
        transport,
        Protocol.bundled(),
        Clock.systemUTC(),
        () -> UUID.randomUUID().toString(),
        ControllerSettings.DEFAULT,
        Timing.DEFAULT,
        false);
  }

  public AgentConfig withTiming(Timing other) {
    return new AgentConfig(
        hub, clusters, transport, protocol, clock, ids, controllers, other, oneMailboxWatch);
  }

  public AgentConfig withControllers(ControllerSettings other) {
    return new AgentConfig(
        hub, clusters, transport, protocol, clock, ids, other, timing, oneMailboxWatch);
  }

  public AgentConfig withOneMailboxWatch() {
    return new AgentConfig(
        hub, clusters, transport, protocol, clock, ids, controllers, timing, true);
  }

  /**
   * How long things wait.
   *
   * @param debounce changes of an object within this time are looked at together
   * @param firstRetry after a failure; doubles with each further one
   * @param removedLinger how long the controller of a removed swarm still answers
   */
  public record Timing(
      Duration debounce, Duration firstRetry, Duration longestRetry, Duration removedLinger) {

    public static final Timing DEFAULT =
        new Timing(
            Duration.ofMillis(100),
            Duration.ofMillis(250),
            Duration.ofSeconds(60),
            Duration.ofMinutes(2));
  }
}
