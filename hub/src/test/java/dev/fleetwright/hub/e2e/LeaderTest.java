package dev.fleetwright.hub.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.LeadingHub;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.election.LeaseElection;
import dev.fleetwright.hub.election.LeaseTerms;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several hubs, and writers that are late. */
class LeaderTest {

  private static final LeaseTerms SHORT =
      new LeaseTerms(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(100));

  @TempDir Path folder;
  private E2eHarness harness;

  @BeforeEach
  void start() throws Exception {
    harness = E2eHarness.onEmbedded(folder.resolve("data"));
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void ofTwoHubsOneLeadsAndTheOtherTakesOver() throws Exception {
    harness.stopHub();
    String namespace = harness.newNamespace();
    harness.apply("game.yaml", namespace);
    try (AmqpTransport busA = harness.transport("hub-a");
        AmqpTransport busB = harness.transport("hub-b");
        LeadingHub a = hub("a", harness.hubClient(), busA)) {
      harness.await("a leads", a::isLeading);
      assertThat(a.ready().text()).isEqualTo("leads");
      try (LeadingHub b = hub("b", harness.client(), busB)) {
        harness.apply("world.yaml", namespace);
        awaitRunning(namespace);
        harness.await("b stands by", () -> b.ready().good());
        assertThat(b.isLeading()).isFalse();
        assertThat(b.ready().text()).contains("the leader is a");

        // From now on a cannot renew: it stops by itself before b begins.
        harness.traffic().breakWrites(Integer.MAX_VALUE, write -> write.contains("/leases/"));
        harness.await("b leads", b::isLeading);
        assertThat(a.isLeading()).isFalse();
        harness.traffic().forget();
        harness
            .client()
            .resources(ModuleManifest.class)
            .inNamespace(namespace)
            .withName("core-time")
            .delete();
        harness.await("b decides", () -> phase(namespace) == WorldPhase.ERROR);
        assertThat(harness.traffic().writes()).as("writes of a").isEmpty();
        harness.traffic().breakWrites(0, _ -> false);
      }
      // b has ended in order and given the lease back.
      harness.await("a leads again", a::isLeading);
      harness.apply("game.yaml", namespace);
      awaitRunning(namespace);
    }
  }

  @Test
  void aLeaseIsTakenWhenItsHolderIsSilentByTheCandidatesOwnClock() {
    AtomicLong nanos = new AtomicLong();
    LeaseElection a = election("a", nanos);
    LeaseElection b = election("b", nanos);
    assertThat(a.step()).isTrue();
    assertThat(b.step()).isFalse();
    nanos.addAndGet(Duration.ofMillis(900).toNanos());
    assertThat(a.step()).isTrue();
    assertThat(b.step()).isFalse();
    nanos.addAndGet(Duration.ofMillis(1_100).toNanos());
    assertThat(a.leads()).as("not renewed within its time").isFalse();
    assertThatThrownBy(a::check).hasMessageContaining("does not lead");
    assertThat(b.step()).as("seen to change 1.1 s ago").isFalse();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(b.step()).isTrue();
    assertThat(a.step()).isFalse();
    assertThat(a.holder()).isEqualTo("b");
    Lease lease = harness.client().leases().inNamespace("default").withName("test").get();
    assertThat(lease.getSpec().getLeaseTransitions()).isEqualTo(1);
    b.release();
    assertThat(a.step()).isTrue();
  }

  /** As a hub leaves it that was paused just before it made the work, and deposed meanwhile. */
  @Test
  void aWorkOfAWorldThatIsGoneIsTakenAway() throws Exception {
    String namespace = harness.newNamespace();
    harness.apply("game.yaml", namespace);
    String mailbox = namespace + "-c1";
    harness.await(
        "the mailbox", () -> harness.client().namespaces().withName(mailbox).get() != null);
    harness.applyText(
        """
        apiVersion: work.open-cluster-management.io/v1
        kind: ManifestWork
        metadata:
          name: late
          namespace: MAILBOX
          labels:
            fleetwright.dev/owner-kind: WorldInstance
            fleetwright.dev/owner-namespace: NAMESPACE
            fleetwright.dev/owner-name: never
        spec:
          workload:
            manifests:
              - {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: default}}
        """
            .replace("MAILBOX", mailbox)
            .replace("NAMESPACE", namespace));
    harness.await("it is gone", () -> harness.find(ManifestWork.class, mailbox, "late") == null);
  }

  @Test
  void whoReadAnOlderStateIsRefused() {
    harness.stopHub();
    String namespace = harness.newNamespace();
    WorldInstance first = new WorldInstance();
    first.getMetadata().setName("w");
    first.getMetadata().setNamespace(namespace);
    first.setSpec(
        new dev.fleetwright.capability.kinds.WorldInstanceSpec(
            new dev.fleetwright.capability.kinds.WorldInstanceSpec.GameRef("none"),
            null,
            null,
            null,
            null,
            null,
            java.util.List.of(),
            java.util.Map.of()));
    Writer writer = new Writer(harness.client());
    WorldInstance read = writer.apply(first, WorldInstance.class);
    harness
        .client()
        .resource(read)
        .edit(world -> {
          world.getMetadata().setLabels(java.util.Map.of("changed", "meanwhile"));
          return world;
        });
    read.getMetadata().setManagedFields(null);
    assertThatThrownBy(() -> writer.apply(read, WorldInstance.class))
        .satisfies(LeaderTest::conflict);
    assertThatThrownBy(() -> writer.status(read, WorldInstance.class))
        .satisfies(LeaderTest::conflict);
    assertThatThrownBy(() -> writer.delete(read)).satisfies(LeaderTest::conflict);
  }

  private static void conflict(Throwable failure) {
    assertThat(failure).isInstanceOf(KubernetesClientException.class);
    assertThat(((KubernetesClientException) failure).getCode()).isEqualTo(409);
  }

  private LeaseElection election(String identity, AtomicLong nanos) {
    return new LeaseElection(
        harness.client(), "default", "test", identity, SHORT, Clock.systemUTC(), nanos::get);
  }

  private LeadingHub hub(String identity, KubernetesClient client, AmqpTransport bus) {
    return LeadingHub.start(
        HubConfig.of(client, bus),
        new LeaseElection(
            client, "default", "hub", identity, SHORT, Clock.systemUTC(), System::nanoTime),
        SHORT);
  }

  private void awaitRunning(String namespace) {
    harness.await("it runs", () -> phase(namespace) == WorldPhase.RUNNING);
  }

  private @org.jspecify.annotations.Nullable WorldPhase phase(String namespace) {
    WorldInstance world = harness.find(WorldInstance.class, namespace, "forge");
    return world == null || world.getStatus() == null ? null : world.getStatus().phase();
  }
}
