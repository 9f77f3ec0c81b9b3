package dev.fleetwright.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The hub's chart as helm writes it, and what it installs of rights. */
record Chart(List<HasMetadata> objects) {

  /** No node runs pods here; the processes are started by the test. */
  private static final Set<String> NOT_INSTALLED = Set.of("Deployment", "PodDisruptionBudget");

  static Chart of(KubernetesClient client, String release, String namespace, String... settings)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Objects.requireNonNull(System.getenv(ChartRightsOnKubernetesTest.HELM)),
                "template",
                release,
                Path.of("..", "deploy", "helm", "fleetwright").toString(),
                "-n",
                namespace,
                "-f",
                Path.of("src", "test", "resources", "dev", "fleetwright", "cli", "deploy")
                    .resolve("values.yaml")
                    .toString(),
                "--kube-version",
                client.getKubernetesVersion().getGitVersion()));
    for (String setting : settings) {
      command.addAll(List.of("--set", setting));
    }
    Process helm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    byte[] written = helm.getInputStream().readAllBytes();
    assertThat(helm.waitFor()).as("helm template").isZero();
    return new Chart(client.load(new ByteArrayInputStream(written)).items());
  }

  void install(KubernetesClient client) {
    for (HasMetadata object : objects) {
      if (object instanceof ValidatingWebhookConfiguration configuration) {
        askedAboutNothing(configuration);
      }
      if (!NOT_INSTALLED.contains(object.getKind())) {
        client.resource(object).fieldManager("helm").forceConflicts().serverSideApply();
      }
    }
  }

  /** The hub may write to it as ever, and no write of other tests waits for a hub of this one. */
  private static void askedAboutNothing(ValidatingWebhookConfiguration configuration) {
    configuration
        .getWebhooks()
        .forEach(webhook ->
            webhook.setRules(
                List.of(
                    new RuleWithOperationsBuilder()
                        .withApiGroups("nothing.invalid")
                        .withApiVersions("v1")
                        .withResources("nothings")
                        .withOperations("CREATE")
                        .build())));
  }

  void uninstall(KubernetesClient client) {
    objects.stream()
        .filter(object -> !NOT_INSTALLED.contains(object.getKind()))
        .filter(object -> !isKept(object))
        .forEach(object -> client.resource(object).delete());
  }

  private static boolean isKept(HasMetadata object) {
    return object.getMetadata().getAnnotations() != null
        && "keep".equals(object.getMetadata().getAnnotations().get("helm.sh/resource-policy"));
  }

  /** What the hub is started with; the places of a pod that are none here are replaced. */
  List<String> hubArguments(String identity) {
    return hub().getSpec().getTemplate().getSpec().getContainers().getFirst().getArgs().stream()
        .map(argument ->
            argument
                .replace("$(POD_NAME)", identity)
                .replaceAll("=0\\.0\\.0\\.0:\\d+", "=127.0.0.1:0"))
        .toList();
  }

  String hubAccount() {
    return hub().getSpec().getTemplate().getSpec().getServiceAccountName();
  }

  private Deployment hub() {
    return one(Deployment.class);
  }

  <T extends HasMetadata> T one(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  /** Each right of rules as one line: {@code get apps/deployments}. */
  static SortedSet<String> rights(List<PolicyRule> rules) {
    SortedSet<String> rights = new TreeSet<>();
    for (PolicyRule rule : rules) {
      for (String group : rule.getApiGroups()) {
        for (String resource : rule.getResources()) {
          rule.getVerbs()
              .forEach(
                  verb -> rights.add(verb + " " + (group.isEmpty() ? "" : group + "/") + resource));
        }
      }
    }
    return rights;
  }
}
