package dev.fleetwright.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Objects of our kinds at an API server that knows nothing but their definitions. */
class ObjectsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> GROUPS =
      Set.of(
          "game.platform",
          "control.kubestellar.io",
          "release.fleetwright.dev",
          "cluster.open-cluster-management.io",
          "work.open-cluster-management.io");

  @TempDir private static Path folder;
  private static ApiServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void start() throws IOException {
    server = ApiServer.start(Config.of(folder.resolve("data")));
    server.installDefinitions(
        ApiServer.HUB, new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)));
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                    .withMasterUrl(server.address())
                    .withCaCertData(
                        Base64.getEncoder()
                            .encodeToString(
                                server.caCertificate().getBytes(StandardCharsets.UTF_8)))
                    .withOauthToken(server.token())
                    .build())
            .build();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static void create(JsonNode object) throws IOException {
    var resource = MAPPER.treeToValue(object, GenericKubernetesResource.class);
    boolean namespaced =
        Kinds.ALL.stream()
            .filter(kind -> HasMetadata.getKind(kind).equals(resource.getKind()))
            .anyMatch(Namespaced.class::isAssignableFrom);
    resource.getMetadata().setNamespace(namespaced ? "default" : null);
    client.resource(resource).dryRun().fieldValidation(Validation.STRICT).create();
  }

  private static void create(String yaml) throws IOException {
    create(MAPPER.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml)));
  }

  private static void refused(String yaml, String... words) {
    assertThatThrownBy(() -> create(yaml))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void allExamplesAreAccepted() throws IOException {
    int accepted = 0;
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of("../examples"))) {
      files = all.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
    }
    for (Path file : files) {
      for (Object document :
          new Load(LoadSettings.builder().setMaxAliasesForCollections(200).build())
              .loadAllFromString(Files.readString(file))) {
        JsonNode object = MAPPER.valueToTree(document);
        String group = object.path("apiVersion").asText().replaceAll("/.*", "");
        if (GROUPS.contains(group) && object.path("metadata").has("name")) {
          try {
            create(object);
          } catch (KubernetesClientException e) {
            throw new AssertionError(file + ": " + e.getMessage(), e);
          }
          accepted++;
        }
      }
    }
    assertThat(accepted).isGreaterThan(20);
  }

  @Test
  void unknownFieldsAreRefused() {
    refused(
        """
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: w}
        spec: {worldId: w, gameRef: {name: g}, regoin: eu}
        """,
        "unknown field \"spec.regoin\"");
  }

  @Test
  void wrongValuesAreRefused() {
    refused(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: c}
        spec: {limit: 0, combinedFields: [{name: n, type: MEDIAN}]}
        """,
        "spec.limit",
        "spec.combinedFields[0].type",
        "supported values: \"AVG\", \"COUNT\"");
    refused(
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: Approval
        metadata: {name: a}
        spec: {release: r, approver: me, verdict: maybe}
        """,
        "spec.verdict",
        "approved");
  }

  @Test
  void whatASchemaCannotSayIsSaidInCel() {
    refused(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: c}
        spec: {select: [{name: a, def: obj}], combinedFields: [{name: n, type: COUNT}]}
        """,
        "exclude each other");
    refused(
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: Freeze
        metadata: {name: f}
        spec: {reason: no end}
        """,
        "expiresAt is mandatory");
    refused(
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: Freeze
        metadata: {name: f}
        spec: {startsAt: "2030-01-02T00:00:00Z", expiresAt: "2030-01-01T00:00:00Z"}
        """,
        "must be later than startsAt");
    refused(
        """
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: with.dots}
        spec: {worldId: w, gameRef: {name: g}}
        """,
        "DNS label");
  }
}
