package dev.fleetwright.hub;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.hub.client.Fence;
import dev.fleetwright.hub.metrics.Metrics;
import dev.fleetwright.hub.tracing.Tracer;
import dev.fleetwright.render.Library;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;

/**
 * What a hub needs. The client and the transport stay the caller's: they are not closed with the
 * hub.
 *
 * @param namespace where the hub keeps its own records; created when absent
 * @param instance names the hub's queue on the bus; the same after a restart
 * @param workers how many worlds are reconciled at once
 * @param patience how long the start may take
 * @param fence asked before each write, so that a hub that does not lead writes nothing
 * @param metrics where the hub counts
 * @param tracer takes the spans of reconciles
 */
public record HubConfig(
    KubernetesClient client,
    AmqpTransport transport,
    Clock clock,
    String namespace,
    String instance,
    OrchestratorSettings swarms,
    Library library,
    int workers,
    Duration patience,
    Fence fence,
    Metrics metrics,
    Tracer tracer) {

  public static final String NAMESPACE = "fleetwright-system";

  /** The usual settings. */
  public static HubConfig of(KubernetesClient client, AmqpTransport transport) {
    return new HubConfig(
        client,
        transport,
        Clock.systemUTC(),
        NAMESPACE,
        "hub",
        OrchestratorSettings.DEFAULT,
        Library.builtIn(),
        4,
        Duration.ofSeconds(60),
        () -> {},
        new Metrics(),
        Tracer.OFF);
  }

  public HubConfig withSwarms(OrchestratorSettings settings) {
    return new HubConfig(
        client, transport, clock, namespace, instance, settings, library, workers, patience, fence,
        metrics, tracer);
  }

  public HubConfig withClock(Clock other) {
    return new HubConfig(
        client, transport, other, namespace, instance, swarms, library, workers, patience, fence,
        metrics, tracer);
  }

  public HubConfig withLibrary(Library other) {
    return new HubConfig(
        client, transport, clock, namespace, instance, swarms, other, workers, patience, fence,
        metrics, tracer);
  }

  public HubConfig withFence(Fence other) {
    return new HubConfig(
        client, transport, clock, namespace, instance, swarms, library, workers, patience, other,
        metrics, tracer);
  }

  public HubConfig withMetrics(Metrics other) {
    return new HubConfig(
        client, transport, clock, namespace, instance, swarms, library, workers, patience, fence,
        other, tracer);
  }

  public HubConfig withNamespace(String other) {
    return new HubConfig(
        client, transport, clock, other, instance, swarms, library, workers, patience, fence,
        metrics, tracer);
  }

  public HubConfig withTracer(Tracer other) {
    return new HubConfig(
        client, transport, clock, namespace, instance, swarms, library, workers, patience, fence,
        metrics, other);
  }
}
