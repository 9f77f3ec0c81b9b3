package dev.fleetwright.hub.e2e;

import java.io.IOException;
import java.nio.file.Path;

class CatalogFlowTest extends CatalogFlow {

  @Override
  E2eHarness open(Path folder) throws IOException, InterruptedException {
    return E2eHarness.onEmbedded(folder);
  }
}
