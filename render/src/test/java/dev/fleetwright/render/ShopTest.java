package dev.fleetwright.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.module.TransformerContext;
import org.junit.jupiter.api.Test;

class ShopTest {

  private static final String SHOP =
      """
      apiVersion: core.opm.dev/v1
      kind: Module
      metadata: {name: shop, version: 1.2.0, defaultNamespace: shop}
      components:
        web:
          metadata: {labels: {core.opm.dev/workload-type: stateless}}
          resources: ["opm.dev/resources/workload@v1#Container"]
          traits: ["opm.dev/traits/scaling@v1#Replicas", "opm.dev/traits/network@v1#Expose"]
          spec:
            container: {name: web, image: "nginx:1.27", ports: [{name: http, containerPort: 80}]}
            replicas: 2
            expose: {type: ClusterIP}
      """;

  @Test
  void aModuleBecomesADeploymentAndAService() {
    Module module =
        ModuleReader.read(new DocumentReader().read(new Source("m.yaml", SHOP)).roots().getFirst())
            .orThrow();
    Rendering rendering =
        Render.render(
            module,
            Library.builtIn().provider("kubernetes").orThrow(),
            TransformerContext.of(module));
    assertThat(ProblemText.render(rendering.problems())).isEmpty();
    assertThat(rendering.objects())
        .extracting(RenderedObject::identity)
        .containsExactly("Service shop/web", "apps/Deployment shop/web");
  }
}
