package dev.fleetwright.hub.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.Crds;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.placement.kinds.BindingSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has read something old, or something that is gone, writes nothing. */
class WriterTest {

  @TempDir Path data;
  private ApiServer server;
  private KubernetesClient client;
  private Cache<Binding> cache;
  private Writer writer;

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.start(Config.of(data));
    server.installDefinitions(
        ApiServer.HUB, new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)));
    client =
        new KubernetesClientBuilder()
            .withConfig(
                io.fabric8.kubernetes.client.Config.fromKubeconfig(
                    Files.readString(server.kubeconfig())))
            .build();
    // Never started: it knows only what was written through it.
    cache = Cache.of(client, Binding.class);
    writer = new Writer(client);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static Binding binding(String cluster) {
    Binding binding = new Binding();
    binding.getMetadata().setName("b");
    binding.setSpec(new BindingSpec(null, List.of(new BindingSpec.Destination(cluster))));
    return binding;
  }

  @Test
  void oneReadsWhatOneHasWritten() {
    writer.apply(binding("c1"), Binding.class, cache);
    Binding second = writer.apply(binding("c2"), Binding.class, cache);
    assertThat(Objects.requireNonNull(cache.get("", "b")).getSpec().clusters())
        .containsExactly("c2");
    assertThat(writer.apply(binding("c2"), Binding.class, cache).getMetadata().getResourceVersion())
        .as("writing the same is no change")
        .isEqualTo(second.getMetadata().getResourceVersion());
  }

  @Test
  void anOlderVersionIsRefused() {
    writer.apply(binding("c1"), Binding.class, cache);
    new Writer(client).apply(binding("other"), Binding.class);
    assertThatThrownBy(() -> writer.apply(binding("c2"), Binding.class, cache))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
    assertThat(cache.get("", "b")).as("what is not so any more is forgotten").isNull();
  }

  @Test
  void whatIsGoneDoesNotComeBack() {
    writer.apply(binding("c1"), Binding.class, cache);
    client.resources(Binding.class).withName("b").delete();
    assertThatThrownBy(() -> writer.apply(binding("c2"), Binding.class, cache))
        .isInstanceOf(KubernetesClientException.class);
    assertThat(client.resources(Binding.class).withName("b").get()).isNull();
  }
}
