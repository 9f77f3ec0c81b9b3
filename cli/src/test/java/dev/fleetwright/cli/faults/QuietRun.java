package dev.fleetwright.cli.faults;

import dev.fleetwright.agent.Agent;
import dev.fleetwright.agent.AgentConfig;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.hub.Hub;
import dev.fleetwright.hub.HubConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/** What a script leads to when nothing goes wrong. */
final class QuietRun {

  private record Known(Change.Script script, List<String> clusters) {}

  /** The same script leads to the same end, whatever else it is compared with. */
  private static final Map<Known, SortedMap<String, String>> KNOWN = new ConcurrentHashMap<>();

  private QuietRun() {}

  static SortedMap<String, String> of(Path folder, Change.Script script, String... clusters)
      throws Exception {
    Known run = new Known(script, List.of(clusters));
    SortedMap<String, String> known = KNOWN.get(run);
    if (known == null) {
      known = carriedOut(folder, script, clusters);
      KNOWN.put(run, known);
    }
    return known;
  }

  private static SortedMap<String, String> carriedOut(
      Path folder, Change.Script script, String... clusters) throws Exception {
    try (Bed bed = Bed.start(folder, clusters);
        EmbeddedBroker broker = EmbeddedBroker.start();
        AmqpTransport hubSide = new AmqpTransport(broker.address(), "hub");
        AmqpTransport agentSide = new AmqpTransport(broker.address(), "agent");
        KubernetesClient hubClient = Bed.clientOf(bed.kubeconfigOfHub("hub", bed.server().port()));
        Hub _ = Hub.start(HubConfig.of(hubClient, hubSide))) {
      Map<String, KubernetesClient> members = new LinkedHashMap<>();
      for (String cluster : clusters) {
        members.put(cluster, bed.client(cluster));
      }
      try (Agent _ = Agent.start(AgentConfig.of(bed.hub(), members, agentSide))) {
        People people = new People(bed);
        people.begin();
        for (Change change : script.changes()) {
          people.make(change);
        }
        Bed.await(
            "the quiet run is done", () -> isDone(bed, script), () -> Snapshot.of(bed).toString());
        return settled(bed);
      }
    }
  }

  /** Every world that is left does as desired, the others are gone, nothing is under way. */
  static boolean isDone(Bed bed, Change.Script script) {
    Map<String, String> phases = new LinkedHashMap<>();
    for (WorldInstance world :
        bed.hub().resources(WorldInstance.class).inNamespace(People.NAMESPACE).list().getItems()) {
      phases.put(
          world.getMetadata().getName(),
          world.getStatus() == null ? "" : String.valueOf(world.getStatus().phase()));
    }
    return phases.keySet().equals(script.worlds().keySet())
        && phases.entrySet().stream()
            .allMatch(world ->
                world
                    .getValue()
                    .equals(
                        Boolean.TRUE.equals(script.worlds().get(world.getKey()))
                            ? "Running"
                            : "Stopped"))
        && Commands.read(bed).isQuiet();
  }

  /** The state once nobody has written for a while. */
  static SortedMap<String, String> settled(Bed bed) throws InterruptedException {
    SortedMap<String, String> before = Snapshot.versions(bed);
    for (int quiet = 0; quiet < 15; quiet++) {
      Thread.sleep(100);
      SortedMap<String, String> now = Snapshot.versions(bed);
      if (!now.equals(before)) {
        quiet = 0;
        before = now;
      }
    }
    return Snapshot.of(bed);
  }
}
