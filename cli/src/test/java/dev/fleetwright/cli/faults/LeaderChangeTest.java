package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.amqp.EmbeddedBroker;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hubs, of which the leader is paused in the middle of its work, comes back late, or dies. */
class LeaderChangeTest {

  @TempDir Path folder;

  @Test
  void whoWasPausedAndComesBackLateWritesNothing() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start();
        Bed bed = Bed.start(folder, "east");
        Part a = hub(bed, broker, "hub-a");
        Part b = hub(bed, broker, "hub-b");
        Site _ = new Site(bed, broker.address(), "east")) {
      People people = new People(bed);
      Sight sight = new Sight(bed);
      a.startAndWait();
      Bed.await("a leads", () -> leader(bed).equals("hub-a"), a::said);
      b.start();
      people.begin();
      people.make(new Change.Create("w1"));
      people.make(new Change.Create("w2"));
      Bed.await("w1 runs", () -> sight.phase("w1").equals("Running"), a::said);

      Bed.await("b waits for its turn", b::isUp, b::said);
      people.make(new Change.Release("time", 1));
      people.make(new Change.Desire("w2", false));
      people.make(new Change.Create("w3"));
      a.pause();
      Instant paused = Instant.now();
      Bed.await("b leads", () -> leader(bed).equals("hub-b"), b::said);
      people.make(new Change.Release("time", 2));
      people.make(new Change.Delete("w3"));
      Bed.await("w1 is b's", () -> sight.release("east", "w1", "time") == 2, b::said);
      Bed.await("w3 is gone", () -> !sight.exists("w3") && sight.isBare("east", "w3"), b::said);
      a.resume();
      people.make(new Change.Desire("w1", false));
      people.make(new Change.Release("time", 3));
      Bed.await("w1 stops", () -> sight.phase("w1").equals("Stopped"), b::said);
      Bed.await("w2 stops", () -> sight.phase("w2").equals("Stopped"), b::said);
      Bed.await("a knows", () -> a.hasSaid("does not lead any more"), a::said);
      AuditTrail trail = AuditTrail.read(folder.resolve("data").resolve("audit.log"));
      assertThat(trail.of("hub:hub-a", trail.tookLease("hub:hub-b", paused)))
          .as("writes of a since b leads")
          .isEmpty();

      people.make(new Change.Desire("w1", true));
      b.kill();
      Bed.await("a leads again", () -> leader(bed).equals("hub-a"), a::said);
      people.make(new Change.Release("time", 4));
      Bed.await("w1 runs", () -> sight.phase("w1").equals("Running"), a::said);
      Bed.await("the newest", () -> sight.release("east", "w1", "time") == 4, a::said);
      Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet(), a::said);
      Bed.await("w1 still runs", () -> sight.phase("w1").equals("Running"), a::said);
      Commands.read(bed).check(Map.of("w1", true, "w2", false));
      assertThat(sight.isBare("east", "w3")).isTrue();
    }
  }

  private Part hub(Bed bed, EmbeddedBroker broker, String identity) throws IOException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve(identity + ".kubeconfig"),
            bed.kubeconfigOfHub("hub:" + identity, bed.server().port()));
    return Part.java(
        identity,
        folder,
        HubProcess.class,
        identity,
        kubeconfig.toString(),
        broker.address().secretUri());
  }

  private static String leader(Bed bed) {
    Lease lease = bed.hub().leases().inNamespace("default").withName(HubProcess.LEASE).get();
    String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
    return holder == null ? "" : holder;
  }
}
