package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.apiserver.Config;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cables between hub, agents, clusters and broker are cut, pulled out, and are too long. */
class CablesTest {

  /** How long a cable stays cut beyond what the test waits for anyway; the full run: 60. */
  private static final int CUT_SECONDS = Integer.getInteger("fleetwright.faults.cut", 0);

  /** Few enough that a watch that was away for a moment has missed more than the server keeps. */
  private static final int HISTORY = 200;

  @TempDir Path folder;
  private EmbeddedBroker broker;
  private Bed bed;
  private Center center;
  private Site east;
  private Site west;
  private People people;
  private Sight sight;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start();
    bed =
        Bed.start(
            folder,
            Config.of(folder.resolve("data")).withHistory(HISTORY, Long.MAX_VALUE),
            "east",
            "west");
    center = new Center(bed, broker.address());
    east = new Site(bed, broker.address(), "east");
    west = new Site(bed, broker.address(), "west");
    people = new People(bed);
    sight = new Sight(bed);
    people.begin();
    people.make(new Change.Create("w1"));
    people.make(new Change.Create("w2"));
    awaitRunning("w1");
    awaitRunning("w2");
  }

  @AfterEach
  void stop() throws Exception {
    east.close();
    west.close();
    center.close();
    bed.close();
    broker.close();
  }

  @Test
  void whoIsCutOffKeepsWhatItHasAndCatchesUp() throws Exception {
    east.toHub.cut();
    east.toBroker.cut();
    people.make(new Change.Release("physics", 1));
    people.make(new Change.Delete("w2"));
    Bed.await("west follows", () -> sight.release("west", "w1", "physics") == 1);
    Bed.await("west is rid of w2", () -> sight.isBare("west", "w2"));
    Bed.await("the hub says so", () -> sight.phase("w1").equals("Provisioning"));
    // Somebody breaks something there, and the agent repairs it alone.
    bed.client("east").resource(sight.deployment("east", "w1", "time").orElseThrow()).delete();
    Bed.await("it is repaired", () -> sight.deployment("east", "w1", "time").isPresent());
    Thread.sleep(Duration.ofSeconds(CUT_SECONDS));
    assertThat(sight.release("east", "w1", "physics")).isZero();
    assertThat(sight.isBare("east", "w2")).isFalse();
    assertThat(sight.exists("w2")).as("not gone before it is gone everywhere").isTrue();
    people.make(new Change.Release("physics", 2));
    east.toHub.heal();
    east.toBroker.heal();
    awaitRunning("w1");
    Bed.await("w2 is gone", () -> !sight.exists("w2") && sight.isBare("east", "w2"));
    assertThat(sight.release("east", "w1", "physics")).isEqualTo(2);
    check(Map.of("w1", true));
  }

  @Test
  void aClusterThatIsSlowOrSilentHoldsUpNobody() throws Exception {
    east.toCluster.delay(Duration.ofMillis(300));
    people.make(new Change.Release("time", 1));
    awaitRunning("w1");
    awaitRunning("w2");
    east.toCluster.freeze();
    people.make(new Change.Release("time", 2));
    people.make(new Change.Create("w3"));
    people.make(new Change.Edit(7));
    Bed.await("w1 at west", () -> sight.release("west", "w1", "time") == 2);
    Bed.await("w3 at west", () -> sight.release("west", "w3", "time") == 2);
    Bed.await("placed at west", () -> motd("west").equals("message 7"));
    assertThat(sight.isBare("east", "w3")).isTrue();
    east.toCluster.delay(Duration.ZERO);
    east.toCluster.heal();
    awaitRunning("w1");
    awaitRunning("w3");
    Bed.await("placed at east", () -> motd("east").equals("message 7"));
    assertThat(sight.release("east", "w3", "time")).isEqualTo(2);
    check(Map.of("w1", true, "w2", true, "w3", true));
  }

  @Test
  void whoMissesMoreThanTheServerKeepsReadsEverythingAnew() throws Exception {
    center.toServer.cut();
    east.toHub.cut();
    east.toCluster.cut();
    people.make(new Change.Release("physics", 1));
    people.make(new Change.Delete("w2"));
    people.make(new Change.Desire("w1", false));
    bed.client("east").resource(sight.deployment("east", "w1", "time").orElseThrow()).delete();
    // Long enough ago that no watch can go on from there.
    for (int i = 0; i < 2 * HISTORY; i++) {
      people.make(new Change.Edit(i));
    }
    center.toServer.heal();
    east.toHub.heal();
    east.toCluster.heal();
    Bed.await("w1 stops", () -> sight.phase("w1").equals("Stopped"), this::seen);
    Bed.await("w2 goes", () -> !sight.exists("w2"), this::seen);
    Bed.await("the newest is placed", () -> motd("east").equals("message " + (2 * HISTORY - 1)));
    for (String cluster : bed.clusters()) {
      Bed.await("it is put back", () -> sight.deployment(cluster, "w1", "time").isPresent());
      assertThat(sight.release(cluster, "w1", "physics")).isEqualTo(1);
      assertThat(sight.isBare(cluster, "w2")).isTrue();
    }
    check(Map.of("w1", false));
  }

  @Test
  void whatABrokerDoesNotTakeIsSentWhenItDoes() throws Exception {
    // As a broker that blocks who publishes because it is full: connections stay, nothing is taken.
    center.toBroker.freeze();
    east.toBroker.freeze();
    people.make(new Change.Desire("w1", false));
    people.make(new Change.Desire("w2", false));
    Bed.await("commands wait", () -> center.waiting() >= 2);
    people.make(new Change.Desire("w2", true));
    people.make(new Change.Release("time", 1));
    for (String cluster : bed.clusters()) {
      assertThat(sight.deployment(cluster, "w1", "time").orElseThrow().getSpec().getReplicas())
          .as("nobody was told yet")
          .isEqualTo(2);
    }
    center.toBroker.heal();
    Bed.await("west stops", () -> replicas("west", "w1") == 0);
    east.toBroker.heal();
    Bed.await("w1 stops", () -> sight.phase("w1").equals("Stopped"), this::seen);
    awaitRunning("w2");
    Bed.await("nothing waits", () -> center.waiting() == 0);
    assertThat(sight.release("east", "w2", "time")).isEqualTo(1);
    check(Map.of("w1", false, "w2", true));
  }

  private int replicas(String cluster, String world) {
    return sight.deployment(cluster, world, "time").orElseThrow().getSpec().getReplicas();
  }

  private String motd(String cluster) {
    var map = bed.client(cluster).configMaps().inNamespace("game").withName("motd").get();
    return map == null ? "" : map.getData().getOrDefault("text", "");
  }

  private void awaitRunning(String world) throws InterruptedException {
    Bed.await(world + " runs", () -> sight.phase(world).equals("Running"), this::seen);
    Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet());
    Bed.await(world + " still runs", () -> sight.phase(world).equals("Running"), this::seen);
  }

  private String seen() {
    return Snapshot.of(bed).toString();
  }

  private void check(Map<String, Boolean> worlds) throws InterruptedException {
    Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet());
    Commands.read(bed).check(worlds);
  }
}
