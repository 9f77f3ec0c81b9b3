package dev.fleetwright.hub.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the Kubernetes provider renders is believed by a real API server, field by field. */
@EnabledIfEnvironmentVariable(
    named = WorldFlowOnKubernetesTest.REFEREE,
    matches = ".+",
    disabledReason = "no real kube-apiserver: KUBECONFIG_REFEREE names no kubeconfig")
class RenderedOnKubernetesTest {

  private static final Path GOLDENS = Path.of("../render/src/test/resources/goldens");

  static List<Path> goldens() throws IOException {
    try (Stream<Path> files = Files.list(GOLDENS)) {
      return files.filter(file -> file.toString().endsWith("-kubernetes.yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aRealServerTakesEachObject(Path golden) throws IOException {
    String referee =
        Objects.requireNonNull(System.getenv(WorldFlowOnKubernetesTest.REFEREE), "the kubeconfig");
    Config config = Config.fromKubeconfig(Files.readString(Path.of(referee)));
    List<String> taken = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      String namespace = "r" + Long.toString(System.nanoTime(), 36);
      client
          .namespaces()
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
          .create();
      for (HasMetadata object : objects(client, golden)) {
        if (object.getKind().equals("HTTPRoute")) {
          continue; // the gateway API is an add-on that this server lacks
        }
        object.getMetadata().setNamespace(namespace);
        String name = object.getKind() + " " + object.getMetadata().getName();
        try {
          client.resource(object).fieldValidation(Validation.STRICT).create();
          taken.add(name);
        } catch (KubernetesClientException e) {
          refused.add(name + ": " + e.getMessage());
        }
      }
      client.namespaces().withName(namespace).delete();
    }
    assertThat(refused).isEmpty();
    assertThat(taken).isNotEmpty();
  }

  private static List<HasMetadata> objects(KubernetesClient client, Path golden)
      throws IOException {
    return client
        .load(new ByteArrayInputStream(Files.readString(golden).getBytes(StandardCharsets.UTF_8)))
        .items();
  }
}
