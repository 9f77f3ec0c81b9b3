package dev.fleetwright.hub.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import java.util.List;
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
            + "'scope':'world','multiplicity':'1','versionRange':'^1.x.'}]}";
    assertThat(errors("game.platform/v1alpha1", "ModuleManifest", spec)).isNotEmpty();
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
  }

  @Test
  void otherKindsPass() {
    assertThat(errors("apps/v1", "Deployment", "{'replicas':'many'}")).isEmpty();
  }
}
