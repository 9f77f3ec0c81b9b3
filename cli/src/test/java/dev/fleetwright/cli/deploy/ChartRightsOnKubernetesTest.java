package dev.fleetwright.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.Crds;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.cli.Main;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hub and agent as the charts start them, each with the service account that the chart gives it, on
 * a real API server that enforces rights. They do their whole job; nothing is refused, and there is
 * no right that nothing needs.
 */
@EnabledIfEnvironmentVariable(
    named = ChartRightsOnKubernetesTest.REFEREE,
    matches = ".+",
    disabledReason = "no real kube-apiserver: KUBECONFIG_REFEREE names no kubeconfig")
@EnabledIfEnvironmentVariable(
    named = ChartRightsOnKubernetesTest.AUDIT,
    matches = ".+",
    disabledReason = "no audit log of the kube-apiserver: FLEETWRIGHT_TEST_AUDIT names no file")
@EnabledIfEnvironmentVariable(
    named = ChartRightsOnKubernetesTest.HELM,
    matches = ".+",
    disabledReason = "no helm: FLEETWRIGHT_TEST_HELM names no program")
class ChartRightsOnKubernetesTest {

  static final String REFEREE = "KUBECONFIG_REFEREE";
  static final String AUDIT = "FLEETWRIGHT_TEST_AUDIT";
  static final String HELM = "FLEETWRIGHT_TEST_HELM";

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String AGENT = "fleetwright-agent";

  private final String name = "chart" + Long.toString(System.nanoTime(), 36);
  private final String system = name + "-system";
  private final String cluster = name + "-edge";
  private final List<Process> processes = new ArrayList<>();

  @TempDir Path folder;
  private KubernetesClient client;
  private EmbeddedBroker broker;
  private ApiServer edge;
  private WorkloadSimulator workloads;
  private Chart chart;

  @BeforeEach
  void install() throws IOException, InterruptedException {
    client = client(Files.readString(Path.of(Objects.requireNonNull(System.getenv(REFEREE)))));
    apply(Crds.all());
    List<String> definitions =
        client.load(stream(Crds.all())).items().stream()
            .map(definition -> definition.getMetadata().getName())
            .toList();
    await("the definitions are served", () -> established().containsAll(definitions));
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(system).endMetadata().build())
        .create();
    broker = EmbeddedBroker.start();
    edge = ApiServer.start(dev.fleetwright.apiserver.Config.of(folder.resolve("edge")));
    edge.addClusters(List.of(cluster));
    workloads = WorkloadSimulator.start(edge.local(), Duration.ofMillis(20));
    chart =
        Chart.of(
            client, name, system, "amqp.uri=amqp://nobody.invalid", "agents={" + cluster + "}");
    chart.install(client);
  }

  private Set<String> established() {
    Set<String> names = new TreeSet<>();
    for (var definition :
        client.apiextensions().v1().customResourceDefinitions().list().getItems()) {
      if (definition.getStatus() != null
          && definition.getStatus().getConditions().stream()
              .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"))) {
        names.add(definition.getMetadata().getName());
      }
    }
    return names;
  }

  @AfterEach
  void uninstall() throws Exception {
    processes.forEach(Process::destroyForcibly);
    client.resources(BindingPolicy.class).withName(name).delete();
    client.resources(Catalog.class).withName(name).delete();
    client.resources(ManagedCluster.class).withName(cluster).delete();
    client.resources(ManagedCluster.class).withName(name + "-new").delete();
    chart.uninstall(client);
    List.of(system, name, cluster, name + "-new")
        .forEach(namespace -> client.namespaces().withName(namespace).delete());
    workloads.close();
    edge.close();
    broker.close();
    client.close();
  }

  @Test
  void hubAndAgentDoTheirWholeJobAndNothingIsRefused() throws Exception {
    whatTheyNeedNotDoIsRefused();
    Process hub = startHub();
    Process agent = startAgent();
    tellTheStory();
    // Both end by themselves, the hub with its lease given back.
    for (Process process : List.of(hub, agent)) {
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(said(folder.resolve("hub.log")) + said(folder.resolve("agent.log")))
        .doesNotContain("not everything could be closed");
    Path log = Path.of(Objects.requireNonNull(System.getenv(AUDIT)));
    Audit ofHub = Audit.of(log, account(system, chart.hubAccount()));
    Audit ofAgent = Audit.of(log, account(cluster, AGENT));
    assertThat(ofHub.refused()).isEmpty();
    assertThat(ofAgent.refused()).isEmpty();
    assertThat(ofHub.used()).hasSizeGreaterThan(50);
    assertThat(unused(ofHub, Chart.rights(chart.one(ClusterRole.class).getRules())))
        .as("rights of the hub in the whole cluster that nothing needs")
        .isSubsetOf(Rare.HUB);
    assertThat(unused(ofHub, Chart.rights(role(system).getRules())))
        .as("rights of the hub in its own namespace that nothing needs")
        .isSubsetOf(Rare.HUB_AT_HOME);
    assertThat(unused(ofHub, Chart.rights(role("customization-properties").getRules()))).isEmpty();
    assertThat(unused(ofAgent, Chart.rights(role(cluster).getRules())))
        .as("rights of the agent in its mailbox that nothing needs")
        .isSubsetOf(Rare.AGENT);
  }

  /** A policy that names no kinds means all that the hub may read. */
  @Test
  void whatTheChartDoesNotAllowIsToldAndTheRestIsDone() throws Exception {
    client
        .rbac()
        .clusterRoles()
        .withName(chart.one(ClusterRole.class).getMetadata().getName())
        .edit(ChartRightsOnKubernetesTest::withoutWritingDeployments);
    startHub();
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: NAME-edge, labels: {region: NAME}}
        spec: {hubAcceptsClient: true}
        ---
        apiVersion: v1
        kind: Namespace
        metadata: {name: NAME}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: door, namespace: NAME, labels: {app: NAME}}
        spec:
          selector: {matchLabels: {app: door}}
          template:
            metadata: {labels: {app: door}}
            spec: {containers: [{name: door, image: "door:1"}]}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: NAME}
        spec:
          clusterSelectors: [{matchLabels: {region: NAME}}]
          downsync:
            - objectSelectors: [{matchLabels: {app: NAME}}]
              wantSingletonReportedState: true
        """
            .replace("NAME", name));
    await("what the hub may read is placed", () -> works().contains("door"));
    await(
        "it is told that its status may not be written",
        () -> errors().contains(name + "/door: its status cannot be returned into it"));
    assertThat(errors()).doesNotContain("cannot be read");
    Path log = Path.of(Objects.requireNonNull(System.getenv(AUDIT)));
    assertThat(Audit.of(log, account(system, chart.hubAccount())).refused())
        .anyMatch(request -> request.startsWith("list /api/v1/secrets"));
  }

  private static ClusterRole withoutWritingDeployments(ClusterRole role) {
    role.getRules()
        .removeIf(rule ->
            !rule.getVerbs().contains("list") && rule.getResources().contains("deployments"));
    return role;
  }

  private String errors() {
    BindingPolicy policy = client.resources(BindingPolicy.class).withName(name).get();
    return policy.getStatus() == null ? "" : policy.getStatus().errors().toString();
  }

  private void whatTheyNeedNotDoIsRefused() {
    String hub = account(system, chart.hubAccount());
    String agent = account(cluster, AGENT);
    assertThat(may(hub, "list", "game.platform", "worldinstances", "")).isTrue();
    assertThat(may(hub, "delete", "", "namespaces", "")).isFalse();
    assertThat(may(hub, "get", "", "secrets", "kube-system")).isFalse();
    assertThat(may(hub, "list", "", "secrets", system)).isFalse();
    assertThat(may(hub, "update", "game.platform", "worldinstances", name)).isFalse();
    assertThat(may(hub, "patch", "release.fleetwright.dev", "catalogs", "")).isFalse();
    assertThat(may(hub, "create", "release.fleetwright.dev", "approvals", name)).isFalse();
    assertThat(may(hub, "create", "apps", "deployments", name)).isFalse();
    assertThat(may(hub, "create", "rbac.authorization.k8s.io", "clusterroles", "")).isFalse();
    assertThat(may(agent, "list", "work.open-cluster-management.io", "manifestworks", cluster))
        .isTrue();
    assertThat(may(agent, "list", "work.open-cluster-management.io", "manifestworks", "other"))
        .isFalse();
    assertThat(may(agent, "create", "work.open-cluster-management.io", "manifestworks", cluster))
        .isFalse();
    assertThat(may(agent, "get", "", "secrets", cluster)).isFalse();
    assertThat(may(agent, "list", "game.platform", "worldinstances", cluster)).isFalse();
  }

  /** Everything that a hub does: rendering, releases, placement, status, removal. */
  private void tellTheStory() throws IOException {
    String story;
    try (var in = getClass().getResourceAsStream("story.yaml")) {
      story =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .replace("NAME", name);
    }
    apply(story);
    await(
        "the new cluster has a mailbox",
        () -> client.namespaces().withName(name + "-new").get() != null);
    await("the world runs", () -> world(w -> w.getStatus().phase() == WorldPhase.RUNNING));
    await("the world's objects are combined", () -> combined("deployments clock"));
    await("the placed object is combined", () -> combined("web"));
    await(
        "its status comes back, since it runs at one cluster only",
        () ->
            Integer.valueOf(2)
                .equals(
                    client
                        .resources(Deployment.class)
                        .inNamespace(name)
                        .withName("web")
                        .get()
                        .getStatus()
                        .getAvailableReplicas()));
    await(
        "the webhook is trusted",
        () ->
            client
                    .resources(ValidatingWebhookConfiguration.class)
                    .withName(
                        chart.one(ValidatingWebhookConfiguration.class).getMetadata().getName())
                    .get()
                    .getWebhooks()
                    .getFirst()
                    .getClientConfig()
                    .getCaBundle()
                != null);
    await(
        "the cluster is available",
        () ->
            String.valueOf(
                    client
                        .genericKubernetesResources(
                            "cluster.open-cluster-management.io/v1", "ManagedCluster")
                        .withName(cluster)
                        .get()
                        .getAdditionalProperties())
                .contains("ManagedClusterConditionAvailable"));
    apply(
        story
            .replace("on time", "late")
            .replace("time-1", "time-2")
            .replace("2026-01-01", "2026-01-02"));
    await("the next release arrives", () -> works().contains("late"));
    apply(story.replace("kind: Transformer", "kind: Nonsense"));
    await(
        "a mistake is told",
        () -> !client.resources(Catalog.class).withName(name).get().getStatus().errors().isEmpty());
    apply(story);
    await(
        "and its repair",
        () -> client.resources(Catalog.class).withName(name).get().getStatus().errors().isEmpty());
    client.resources(BindingPolicy.class).withName(name).delete();
    await("the placed object goes", () -> !works().contains("web:1"));
    await("its binding goes", () -> client.resources(Binding.class).withName(name).get() == null);
    client.resources(WorldInstance.class).inNamespace(name).withName("forge").delete();
    await("the world goes", () -> !world(_ -> true));
    await("nothing is left in the mailbox", () -> works().equals("[]"));
  }

  private Process startHub() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(chart.hubArguments("hub-0"));
    arguments.add("--kubeconfig=" + kubeconfig(system, chart.hubAccount()));
    return start("hub", arguments);
  }

  private Process startAgent() throws IOException, InterruptedException {
    Path own = folder.resolve("edge.kubeconfig");
    Files.writeString(
        own,
        Files.readString(edge.kubeconfig())
            .replace(edge.address(), edge.address() + "/clusters/" + cluster));
    return start(
        "agent",
        List.of(
            "agent",
            "--cluster=" + cluster,
            "--kubeconfig=" + own,
            "--hub-kubeconfig=" + kubeconfig(cluster, AGENT),
            "--health=127.0.0.1:0"));
  }

  private Process start(String what, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(arguments);
    Path log = folder.resolve(what + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("FLEETWRIGHT_AMQP", broker.address().secretUri());
    Process process = builder.start();
    processes.add(process);
    await(what + " is up", () -> said(log).contains(" runs; "));
    return process;
  }

  private static String said(Path log) {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With a token of the service account, as a pod gets it. */
  private Path kubeconfig(String namespace, String account) throws IOException {
    String token =
        client
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest()
            .getStatus()
            .getToken();
    return Files.writeString(
        folder.resolve(namespace + ".kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: hub, cluster: {server: "SERVER", insecure-skip-tls-verify: true}}]
        users: [{name: account, user: {token: "TOKEN"}}]
        contexts: [{name: hub, context: {cluster: hub, user: account}}]
        current-context: hub
        """
            .replace("SERVER", client.getConfiguration().getMasterUrl())
            .replace("TOKEN", token));
  }

  private static SortedSet<String> unused(Audit audit, SortedSet<String> granted) {
    SortedSet<String> used = new TreeSet<>(audit.used());
    for (String right : audit.used()) {
      // Who reads all may read one; and whoever applies must also be allowed to create.
      used.add(right.replaceFirst("^list ", "get "));
      used.add(right.replaceFirst("^patch ", "create "));
    }
    SortedSet<String> unused = new TreeSet<>(granted);
    unused.removeAll(used);
    return unused;
  }

  private Role role(String namespace) {
    return chart.objects().stream()
        .filter(Role.class::isInstance)
        .map(Role.class::cast)
        .filter(role -> role.getMetadata().getNamespace().equals(namespace))
        .findFirst()
        .orElseThrow();
  }

  private boolean may(String user, String verb, String group, String resource, String namespace) {
    return client
        .authorization()
        .v1()
        .subjectAccessReview()
        .create(
            new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user)
                .withGroups("system:serviceaccounts", "system:authenticated")
                .withNewResourceAttributes()
                .withVerb(verb)
                .withGroup(group)
                .withResource(resource)
                .withNamespace(namespace)
                .endResourceAttributes()
                .endSpec()
                .build())
        .getStatus()
        .getAllowed();
  }

  private static String account(String namespace, String account) {
    return "system:serviceaccount:" + namespace + ":" + account;
  }

  private boolean world(Predicate<WorldInstance> holds) {
    WorldInstance world =
        client.resources(WorldInstance.class).inNamespace(name).withName("forge").get();
    return world != null && world.getStatus() != null && holds.test(world);
  }

  private boolean combined(String object) {
    return client.resources(CombinedStatus.class).inNamespace(name).list().getItems().stream()
        .filter(combined -> labels(combined).contains(object.replaceAll(".* ", "")))
        .anyMatch(
            combined -> combined.results().stream().anyMatch(result -> !result.rows().isEmpty()));
  }

  private static Set<String> labels(HasMetadata object) {
    return new TreeSet<>(object.getMetadata().getLabels().values());
  }

  private String works() {
    return client.resources(ManifestWork.class).inNamespace(cluster).list().getItems().stream()
        .map(work -> work.getSpec().manifests())
        .toList()
        .toString();
  }

  private void apply(String yaml) {
    client
        .load(stream(yaml))
        .items()
        .forEach(
            item -> client.resource(item).fieldManager("test").forceConflicts().serverSideApply());
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static KubernetesClient client(String kubeconfig) {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
  }

  private void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            what
                + " did not happen\n"
                + said(folder.resolve("hub.log"))
                + said(folder.resolve("agent.log")));
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }
}
