package dev.fleetwright.hub.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.fleetwright.api.Crds;
import dev.fleetwright.model.Problem;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchConditionBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The webhook as a real API server asks it, by the configuration in {@code deploy/webhook} with an
 * address in place of the service, and only about objects of this test.
 */
@EnabledIfEnvironmentVariable(
    named = WebhookOnKubernetesTest.REFEREE,
    matches = ".+",
    disabledReason = "no real kube-apiserver: KUBECONFIG_REFEREE names no kubeconfig")
class WebhookOnKubernetesTest {

  static final String REFEREE = "KUBECONFIG_REFEREE";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GAME = "game.platform";
  private static final String RELEASE = "release.fleetwright.dev";
  private static final String CONTROL = "control.kubestellar.io";
  private static final String GOOD_RULES = "{rules: [{type: VersionCooldown, minutes: 5}]}";

  private final String id = "w" + Long.toString(System.nanoTime(), 36);
  private final KubernetesClient client;
  private final Webhook webhook;

  WebhookOnKubernetesTest() throws IOException {
    String referee = Objects.requireNonNull(System.getenv(REFEREE), "the kubeconfig");
    Config config = Config.fromKubeconfig(Files.readString(Path.of(referee)));
    config.setRequestRetryBackoffLimit(0); // a refusal for want of a webhook is a 500
    client = new KubernetesClientBuilder().withConfig(config).build();
    client
        .namespaces()
        .resource(new NamespaceBuilder().withNewMetadata().withName(id).endMetadata().build())
        .create();
    CertificateKeeper keeper =
        new CertificateKeeper(
            client, id, id, List.of("127.0.0.1"), WebhookTest.MAKER, Clock.systemUTC());
    webhook =
        Webhook.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), keeper::current);
  }

  @BeforeEach
  void install() throws IOException, InterruptedException {
    List<HasMetadata> definitions =
        client.load(new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8))).items();
    definitions.forEach(
        one -> client.resource(one).fieldManager("test").forceConflicts().serverSideApply());
    definitions.forEach(one -> awaitServed(one.getMetadata().getName()));
    ValidatingWebhookConfiguration configuration =
        client
            .getKubernetesSerialization()
            .unmarshal(
                Files.readString(Path.of("../deploy/webhook/validating-webhook.yaml")),
                ValidatingWebhookConfiguration.class);
    configuration.getMetadata().setName(id);
    ValidatingWebhook asked = configuration.getWebhooks().getFirst();
    asked.getClientConfig().setService(null);
    asked.getClientConfig().setUrl("https://127.0.0.1:" + webhook.port() + WebhookPort.PATH);
    asked
        .getMatchConditions()
        .add(
            new MatchConditionBuilder()
                .withName("this-test")
                .withExpression("request.name.startsWith('" + id + "')")
                .build());
    client.resource(configuration).create();
    webhook.look(); // the configuration came after the hub, and is told whom to trust now
    awaitAsked();
  }

  @AfterEach
  void remove() {
    webhook.close();
    client.admissionRegistration().v1().validatingWebhookConfigurations().withName(id).delete();
    client.namespaces().withName(id).delete();
    client.close();
  }

  private void awaitServed(String definition) {
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(definition)
        .waitUntilCondition(
            crd ->
                crd != null
                    && crd.getStatus() != null
                    && crd.getStatus().getConditions().stream()
                        .anyMatch(
                            c -> c.getType().equals("Established") && c.getStatus().equals("True")),
            PATIENCE.toSeconds(),
            TimeUnit.SECONDS);
  }

  /** The server takes a moment until it has read a configuration, and its trust. */
  private void awaitAsked() throws InterruptedException {
    GenericKubernetesResource probe = object(RELEASE, "ReleasePolicy", "{rules: [{type: No}]}");
    String last = "created";
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      try {
        client.resource(probe).dryRun().create();
      } catch (KubernetesClientException e) {
        if (e.getCode() == 422) {
          return;
        }
        last = String.valueOf(e.getMessage());
      }
      Thread.sleep(20);
    }
    throw new AssertionError("the server does not ask the webhook: " + last);
  }

  private GenericKubernetesResource object(String group, String kind, String spec) {
    String text =
        "apiVersion: %s/v1alpha1\nkind: %s\nmetadata: {name: %s-a, %s}\nspec: %s\n"
            .formatted(
                group, kind, id, group.equals(CONTROL) ? "labels: {}" : "namespace: " + id, spec);
    return client.getKubernetesSerialization().unmarshal(text, GenericKubernetesResource.class);
  }

  private void isRefusedLikeOffline(GenericKubernetesResource object, String path) {
    List<String> offline =
        SemanticChecks.problems(
                object.getApiVersion(),
                object.getKind(),
                client.getKubernetesSerialization().asJson(object))
            .stream()
            .filter(Problem::isError)
            .map(problem -> problem.path() + ": " + problem.inOneLine())
            .toList();
    assertThat(offline).anyMatch(line -> line.startsWith(path));
    assertThatThrownBy(() -> client.resource(object).create())
        .asInstanceOf(type(KubernetesClientException.class))
        .satisfies(e -> {
          Status status = e.getStatus();
          assertThat(status.getMessage())
              .startsWith("admission webhook \"checks.fleetwright.dev\" denied the request: ");
          assertThat(status.getCode()).isEqualTo(422);
          assertThat(status.getReason()).isEqualTo("Invalid");
          assertThat(
                  status.getDetails().getCauses().stream()
                      .map(cause -> cause.getField() + ": " + cause.getMessage()))
              .containsExactlyElementsOf(offline);
        });
  }

  @Test
  void mistakesAreRefusedWithTheProblemsOfTheOfflineCommandsAndTheRestPasses() {
    isRefusedLikeOffline(
        object(
            GAME,
            "ModuleManifest",
            "{module: {id: web, version: 1.0.0}, requires: [{capabilityId: store, scope: world,"
                + " multiplicity: '1', dependencyMode: required, versionConstraint: '>=1 <<2'}]}"),
        "spec.requires[0].versionConstraint");
    isRefusedLikeOffline(
        object(RELEASE, "ReleasePolicy", "{rules: [{type: No}]}"), "spec.rules[0]");
    isRefusedLikeOffline(
        object(CONTROL, "StatusCollector", "{filter: 'returned.', limit: 3}"), "spec.filter");
    isRefusedLikeOffline(
        object(
            CONTROL,
            "BindingPolicy",
            "{clusterSelectors: [{matchExpressions: [{key: a, operator: In}]}], downsync: []}"),
        "spec.clusterSelectors[0]");
    for (GenericKubernetesResource good :
        List.of(
            object(GAME, "ModuleManifest", "{module: {id: web, version: 1.0.0}}"),
            object(RELEASE, "ReleasePolicy", GOOD_RULES),
            object(CONTROL, "StatusCollector", "{combinedFields: [{name: n, type: COUNT}]}"),
            object(CONTROL, "BindingPolicy", "{clusterSelectors: [], downsync: []}"))) {
      client.resource(good).create();
      client.resource(good).delete();
    }
  }

  @Test
  void aHubThatIsDownHoldsUpNewSpecificationsOnly() {
    GenericKubernetesResource policy =
        client.resource(object(RELEASE, "ReleasePolicy", GOOD_RULES)).create();
    GenericKubernetesResource world =
        object(
            GAME,
            "WorldInstance",
            "{worldId: w, region: r, gameRef: {name: g}, desiredState: Running}");
    world.getMetadata().setFinalizers(List.of("example.com/hold"));
    world = client.resource(world).create();

    webhook.close();

    assertThatThrownBy(
            () -> client.resource(policy).edit(one -> with(one, Map.of("rules", List.of()))))
        .hasMessageContaining("failed calling webhook");
    client
        .resource(policy)
        .edit(one -> {
          one.getMetadata().setLabels(Map.of("a", "b"));
          return one;
        });
    world.setAdditionalProperty("status", Map.of("phase", "Running"));
    client.resource(world).updateStatus();
    client.resource(policy).delete();
    client.resource(world).delete();
    GenericKubernetesResource going = client.resource(world).get();
    going.getMetadata().setFinalizers(List.of());
    client.resource(going).update();
    assertThat(client.resource(policy).get()).isNull();
    assertThat(client.resource(world).get()).isNull();
  }

  private static GenericKubernetesResource with(GenericKubernetesResource object, Object spec) {
    object.setAdditionalProperty("spec", spec);
    return object;
  }
}
