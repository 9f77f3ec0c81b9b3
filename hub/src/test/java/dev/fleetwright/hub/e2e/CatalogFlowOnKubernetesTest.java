package dev.fleetwright.hub.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = WorldFlowOnKubernetesTest.REFEREE,
    matches = ".+",
    disabledReason = "no real kube-apiserver: KUBECONFIG_REFEREE names no kubeconfig")
class CatalogFlowOnKubernetesTest extends CatalogFlow {

  @Override
  E2eHarness open(Path folder) throws IOException, InterruptedException {
    return E2eHarness.onReal(
        Path.of(Objects.requireNonNull(System.getenv(WorldFlowOnKubernetesTest.REFEREE))));
  }
}
