package dev.fleetwright.hub.alone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Crds;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.ManagedClusterSpec;
import dev.fleetwright.swarm.plan.Bee;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.plan.Work;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of swarms that run alone, in the mailboxes of clusters. */
class SwarmsAloneTest {

  private static final SwarmPlan ONE = plan("shop/sink:1");
  private static final SwarmPlan TWO = plan("shop/sink:2");

  @TempDir Path folder;
  private ApiServer server;
  private KubernetesClient client;

  private static SwarmPlan plan(String image) {
    return new SwarmPlan(
        "hive",
        List.of(
            new Bee("generator", "shop/g:1", new Work(List.of(), List.of("raw")), Map.of()),
            new Bee("sink", image, new Work(List.of("raw"), List.of()), Map.of("batch", 10))));
  }

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.start(Config.of(folder));
    server.installDefinitions(
        ApiServer.HUB, new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)));
    client =
        new KubernetesClientBuilder()
            .withConfig(
                io.fabric8.kubernetes.client.Config.fromKubeconfig(
                    Files.readString(server.kubeconfig())))
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private void clusters(String... names) {
    Writer writer = new Writer(client);
    for (String name : names) {
      ManagedCluster cluster = new ManagedCluster();
      cluster.getMetadata().setName(name);
      cluster.setSpec(new ManagedClusterSpec(true, null, List.of(), List.of()));
      client.resource(cluster).create();
      writer.ensureNamespace(name, Map.of());
    }
  }

  private interface Call {
    void run(SwarmsAlone alone);
  }

  private void withAlone(Call call) throws InterruptedException {
    try (Caches caches = new Caches(client)) {
      caches.start(Duration.ofSeconds(60));
      call.run(new SwarmsAlone(client, caches, new Writer(client)));
    }
  }

  private List<ManifestWork> works() {
    return client.resources(ManifestWork.class).inAnyNamespace().list().getItems();
  }

  @Test
  void contentGoesToTheFirstClusterStaysThereAndFollowsItsPlan() throws Exception {
    clusters("c2", "c1");
    withAlone(alone -> {
      assertThat(alone.deliver(ONE, null)).isEmpty();
      ManifestWork work = works().getFirst();
      assertThat(work.getMetadata().getNamespace()).isEqualTo("c1");
      assertThat(work.getMetadata().getAnnotations())
          .containsEntry(PlanWork.SWARM, "hive")
          .containsEntry("fleetwright.dev/template", ONE.template().hash());
      assertThat(work.getSpec().manifests().toString())
          .contains("SWARM_WORK_IN", "ph.hive.raw", "SWARM_CONFIG", "{\"batch\":10}")
          .contains("swarm.fleetwright.dev/instance=hive_sink");
      String version = work.getMetadata().getResourceVersion();
      assertThat(alone.deliver(ONE, null)).isEmpty();
      assertThat(works())
          .as("saying the same again writes nothing")
          .singleElement()
          .satisfies(
              same -> assertThat(same.getMetadata().getResourceVersion()).isEqualTo(version));
      assertThat(alone.deliver(TWO, null)).isEmpty();
      assertThat(works())
          .singleElement()
          .satisfies(changed ->
              assertThat(changed.getSpec().manifests().toString()).contains("shop/sink:2"));
      alone.withdraw("hive");
      assertThat(works()).isEmpty();
      alone.withdraw("hive");
    });
  }

  @Test
  void aSwarmIsWhereItWasAskedToBeAndNowhereElse() throws Exception {
    clusters("c1", "c2");
    withAlone(alone -> {
      assertThat(code(alone.deliver(ONE, "c3"))).isEqualTo("unknown-cluster");
      assertThat(works()).isEmpty();
      assertThat(alone.deliver(ONE, "c2")).isEmpty();
      assertThat(alone.deliver(ONE, null)).as("it stays").isEmpty();
      assertThat(code(alone.deliver(ONE, "c1"))).isEqualTo("already-placed");
      assertThat(works())
          .singleElement()
          .satisfies(work -> assertThat(work.getMetadata().getNamespace()).isEqualTo("c2"));
    });
  }

  @Test
  void withoutClustersItCanBeNowhere() throws Exception {
    withAlone(alone -> assertThat(code(alone.deliver(ONE, null))).isEqualTo("no-cluster"));
  }

  private static String code(Optional<Problem> problem) {
    return problem.map(Problem::code).orElse("");
  }
}
