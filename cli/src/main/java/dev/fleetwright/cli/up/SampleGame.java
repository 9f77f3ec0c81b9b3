package dev.fleetwright.cli.up;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The files of {@code examples/demo}, which are in the jar too. */
final class SampleGame {

  static final String NAMESPACE = "anvil-demo";
  static final String WORLD = "anvil-sample-world";

  private static final List<String> FILES =
      List.of(
          "00-namespace.yaml",
          "10-modules.yaml",
          "20-game.yaml",
          "30-releases.yaml",
          "35-rules.yaml",
          "40-collectors.yaml",
          "50-world.yaml");

  private SampleGame() {}

  /** Applies them as kubectl would; what is there already stays. */
  static void apply(KubernetesClient hub) throws IOException {
    for (String file : FILES) {
      try (InputStream in = SampleGame.class.getResourceAsStream("demo/" + file)) {
        if (in == null) {
          throw new IOException("the sample file " + file + " is missing from the jar");
        }
        for (HasMetadata object : hub.load(in).items()) {
          hub.resource(object).fieldManager("fleetwright-cli").forceConflicts().serverSideApply();
        }
      }
    }
  }
}
