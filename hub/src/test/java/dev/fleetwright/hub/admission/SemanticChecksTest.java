package dev.fleetwright.hub.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Crds;
import dev.fleetwright.model.Problem;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SemanticChecksTest {

  private static List<String> errors(String apiVersion, String kind, String spec) {
    String text =
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'a','namespace':'n','uid':'u',"
                .formatted(apiVersion, kind)
            + "'resourceVersion':'7','creationTimestamp':'2024-01-01T00:00:00Z',"
            + "'managedFields':[]},'spec':"
            + spec
            + "}";
    return SemanticChecks.problems(apiVersion, kind, text.replace('\'', '"')).stream()
        .filter(Problem::isError)
        .map(problem -> problem.code() + " " + problem.path())
        .toList();
  }

  @Test
  void anInvalidRange() {
    String spec =
        "{'module':{'id':'web','version':'1.0.0'},'requires':[{'capabilityId':'store',"
            + "'scope':'world','multiplicity':'1','dependencyMode':'required',"
            + "'versionConstraint':'^1.x.'}]}";
    assertThat(errors("game.platform/v1alpha1", "ModuleManifest", spec))
        .singleElement()
        .asString()
        .endsWith(" spec.requires[0].versionConstraint");
  }

  @Test
  void anInvalidCollector() {
    String spec = "{'select':[{'name':'a','def':'returned.status.'}],'limit':3}";
    assertThat(errors("control.kubestellar.io/v1alpha1", "StatusCollector", spec))
        .anyMatch(problem -> problem.contains("spec.select[0].def"));
    assertThat(
            errors(
                "control.kubestellar.io/v1alpha1",
                "StatusCollector",
                "{'select':[{'name':'a','def':'returned.status.replicas'}],'limit':3}"))
        .isEmpty();
  }

  @Test
  void anInvalidRule() {
    assertThat(
            errors(
                "release.fleetwright.dev/v1alpha1",
                "ReleasePolicy",
                "{'rules':[{'type':'NoSuchRule'}]}"))
        .anyMatch(problem -> problem.contains("spec.rules[0]"));
    assertThat(
            errors(
                "release.fleetwright.dev/v1alpha1",
                "Pin",
                "{'release':'not-there-yet','reason':'r','author':'me',"
                    + "'expiresAt':'2030-01-01T00:00:00Z'}"))
        .isEmpty();
  }

  @Test
  void anInvalidPolicy() {
    String spec =
        "{'clusterSelectors':[{'matchExpressions':[{'key':'a','operator':'Near'}]}],'downsync':[]}";
    assertThat(errors("control.kubestellar.io/v1alpha1", "BindingPolicy", spec)).isNotEmpty();
  }

  @Test
  void anInvalidCatalog() {
    assertThat(
            errors(
                "release.fleetwright.dev/v1alpha1",
                "Catalog",
                "{'documents':[{'apiVersion':'core.opm.dev/v1','kind':'Transformer'}]}"))
        .isNotEmpty();
    assertThat(errors("release.fleetwright.dev/v1alpha1", "Catalog", "{'documents':[]}")).isEmpty();
    assertThat(
            errors(
                "release.fleetwright.dev/v1alpha1",
                "Catalog",
                "{'documents':[{'apiVersion':'core.opm.dev/v1','kind':'Transformer',"
                    + "'metadata':{'apiVersion':'x.example/t@v1','name':'T'},"
                    + "'requiredTraits':{'of.another/catalog@v1#Trait':{}},"
                    + "'transform':{'output':[{'apiVersion':'v1','kind':'ConfigMap',"
                    + "'metadata':{'name':'x'}}]}}]}"))
        .as("what another catalog may define")
        .isEmpty();
  }

  /** The webhook is asked about these kinds and no others, and only about their specifications. */
  @Test
  void theWebhookOfDeployIsAskedAboutTheseKinds() throws IOException {
    var serialization = new KubernetesSerialization();
    ValidatingWebhook webhook =
        serialization
            .unmarshal(
                Files.readString(Path.of("../deploy/webhook/validating-webhook.yaml")),
                ValidatingWebhookConfiguration.class)
            .getWebhooks()
            .getFirst();
    var asked = new TreeSet<String>();
    webhook
        .getRules()
        .forEach(rule ->
            rule.getResources()
                .forEach(name -> asked.add(name + "." + rule.getApiGroups().getFirst())));
    var covered = new TreeSet<String>();
    List<CustomResourceDefinition> definitions = serialization.unmarshal(Crds.all());
    for (CustomResourceDefinition one : definitions) {
      if (SemanticChecks.cover(one.getSpec().getGroup(), one.getSpec().getNames().getKind())) {
        covered.add(one.getMetadata().getName());
      }
    }
    assertThat(asked).isEqualTo(covered).hasSize(14);
    assertThat(webhook.getRules())
        .allMatch(rule -> rule.getOperations().equals(List.of("CREATE", "UPDATE")));
  }

  @Test
  void otherKindsPass() {
    assertThat(errors("apps/v1", "Deployment", "{'replicas':'many'}")).isEmpty();
  }
}
