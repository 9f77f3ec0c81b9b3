package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client that the rest of the product uses, unmodified. */
class Fabric8Test {
  private final String cluster = Shared.cluster();
  private final KubernetesClient client = client(cluster);

  static KubernetesClient client(String cluster) {
    var server = Shared.server();
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                .withMasterUrl(server.address(cluster))
                .withCaCertData(
                    Base64.getEncoder()
                        .encodeToString(server.caCertificate().getBytes(StandardCharsets.UTF_8)))
                .withOauthToken(server.token())
                .withNamespace("default")
                .build())
        .build();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("k", "v")
        .build();
  }

  private static Deployment deployment() {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withReplicas(2)
        .withNewSelector()
        .addToMatchLabels("app", "web")
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", "web")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("nginx")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void objectsAreCreatedEditedAndDeleted() {
    client.configMaps().resource(map("a")).create();
    client
        .configMaps()
        .withName("a")
        .edit(m -> new ConfigMapBuilder(m).addToData("x", "y").build());
    assertThat(client.configMaps().withName("a").get().getData()).containsEntry("x", "y");
    assertThat(client.configMaps().list().getItems()).hasSize(2);
    client.configMaps().withName("a").delete();
    assertThat(client.configMaps().withName("a").get()).isNull();
  }

  @Test
  void staleUpdatesAreConflicts() {
    var created = client.configMaps().resource(map("a")).create();
    client
        .configMaps()
        .withName("a")
        .edit(m -> new ConfigMapBuilder(m).addToData("x", "y").build());
    created.getData().put("z", "1");
    Assertions.assertThatThrownBy(() -> client.configMaps().resource(created).update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
  }

  @Test
  void statusIsEditedApart() {
    client.resource(deployment()).create();
    client
        .apps()
        .deployments()
        .withName("web")
        .editStatus(d ->
            new DeploymentBuilder(d)
                .editSpec()
                .withReplicas(9)
                .endSpec()
                .withNewStatus()
                .withReadyReplicas(2)
                .endStatus()
                .build());
    var live = client.apps().deployments().withName("web").get();
    assertThat(live.getStatus().getReadyReplicas()).isEqualTo(2);
    assertThat(live.getSpec().getReplicas()).isEqualTo(2);
  }

  @Test
  void objectsAreAppliedByTheServer() {
    var context =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("hub")
            .withForce(true)
            .build();
    client.resource(deployment()).patch(context);
    var applied = client.resource(deployment()).serverSideApply();
    assertThat(applied.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(applied.getMetadata().getManagedFields()).hasSize(2);
  }

  @Test
  void informersFollowACluster() throws InterruptedException {
    try (var informer = client.configMaps().inform()) {
      client.configMaps().resource(map("one")).create();
      Eventually.holds(() -> informer.getStore().list().size() == 2);
      client
          .configMaps()
          .withName("one")
          .edit(m -> new ConfigMapBuilder(m).addToData("n", "2").build());
      Eventually.holds(() ->
          informer.getStore().list().stream().anyMatch(m -> "2".equals(m.getData().get("n"))));
      client.configMaps().withName("one").delete();
      Eventually.holds(() -> informer.getStore().list().size() == 1);
    }
  }

  @Test
  void informersFollowTheHub() throws InterruptedException {
    try (var hub = client(ApiServer.HUB);
        var informer = hub.configMaps().inNamespace("default").inform()) {
      hub.configMaps().inNamespace("default").resource(map("hub-map")).create();
      Eventually.holds(() ->
          informer.getStore().list().stream()
              .anyMatch(m -> m.getMetadata().getName().equals("hub-map")));
    }
  }

  @Test
  void customResourcesAreGeneric() throws InterruptedException {
    Shared.client(cluster).post(Samples.DEFINITIONS, Samples.DEFINITION).expect(201);
    var widget = new GenericKubernetesResource();
    widget.setApiVersion("example.dev/v1");
    widget.setKind("Widget");
    widget.setMetadata(
        new io.fabric8.kubernetes.api.model.ObjectMetaBuilder()
            .withName("w")
            .withNamespace("default")
            .build());
    widget.setAdditionalProperty("spec", Map.of("size", 3));
    client.resource(widget).create();
    var found =
        client
            .genericKubernetesResources("example.dev/v1", "Widget")
            .inNamespace("default")
            .withName("w")
            .waitUntilCondition(w -> w != null, 10, TimeUnit.SECONDS);
    assertThat(found.<Integer>get("spec", "size")).isEqualTo(3);
  }
}
