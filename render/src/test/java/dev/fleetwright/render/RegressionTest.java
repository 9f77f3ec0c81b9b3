package dev.fleetwright.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.documents.Node;
import dev.fleetwright.render.output.Change;
import dev.fleetwright.render.output.Difference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A module rendered with the previous and the next version of a transformer. */
class RegressionTest {

  private static final String MODULE =
      """
      apiVersion: core.opm.dev/v1
      kind: Module
      metadata: {name: shop}
      components:
        web:
          resources: ["opm.dev/resources/workload@v1#Container"]
          traits: ["opm.dev/traits/network@v1#Expose"]
          spec: {container: {image: "nginx:1.27", ports: [{containerPort: 80}]}}
      """;

  private static Library with(String sessionAffinity) {
    return Library.builtIn()
        .with(
            Sample.documents(
                "service.yaml",
                """
                apiVersion: core.opm.dev/v1
                kind: Transformer
                metadata: {apiVersion: transformer.opm.dev/network@v1, name: ServiceTransformer}
                requiredResources: {"opm.dev/resources/workload@v1#Container": {}}
                requiredTraits: {"opm.dev/traits/network@v1#Expose": {}}
                transform:
                  output:
                    - apiVersion: v1
                      kind: Service
                      metadata: {name: "${component.metadata.name}", namespace: "${context.namespace}"}
                      spec:
                        sessionAffinity: %s
                        selector: {app: "${component.metadata.name}"}
                        ports:
                          - $for: port in component.spec.container.ports
                            port: ${port.containerPort}
                            targetPort: ${port.containerPort}
                            protocol: ${port.protocol}
                """
                    .formatted(sessionAffinity)))
        .orThrow();
  }

  @Test
  void theNextVersionOfATransformerShowsItsDifferenceAndNothingElse() {
    Node module = Sample.documents("module.yaml", MODULE).getFirst();
    Rendering before =
        Sample.render(module, with("None"), "kubernetes", RenderOptions.DEFAULT, Map.of());
    Rendering after =
        Sample.render(module, with("ClientIP"), "kubernetes", RenderOptions.DEFAULT, Map.of());
    assertThat(before.problems()).isEmpty();
    assertThat(Difference.between(before, after, false))
        .containsExactly(
            new Change(
                "Service default/web",
                Change.Kind.CHANGED,
                List.of(new Change.Field("spec.sessionAffinity", "\"None\"", "\"ClientIP\""))));
    assertThat(Difference.between(before, before, true)).isEmpty();
  }

  @Test
  void provenanceNamesThePlaceOfEachValue() {
    var module = Sample.module(MODULE);
    var provider = Library.builtIn().provider("kubernetes").orThrow();
    var context = dev.fleetwright.render.module.TransformerContext.of(module);
    Rendering rendering = Render.render(module, provider, context);
    Map<String, String> sources =
        java.util.Objects.requireNonNull(
            Provenance.trace(rendering, module, provider, context)
                .get("apps/Deployment default/web"));
    assertThat(sources.get("spec.template.spec.containers[0].image"))
        .isEqualTo("module.yaml:8:31 components.web.spec.container.image");
    assertThat(sources.get("spec.template.spec.containers[0].imagePullPolicy")).contains("default");
  }
}
