package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs the short commands once, in silence, so that the JVM can store their classes in the AOT
 * cache that the launcher keeps next to the jar.
 */
public final class AotTraining {

  private record Command(String input, List<String> words) {

    Command(String... words) {
      this("", List.of(words));
    }
  }

  private static final String MODULE =
      """
      apiVersion: core.opm.dev/v1
      kind: Module
      metadata: {name: shop, version: 1.2.0}
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

  private static final String WORLD =
      """
      apiVersion: game.platform/v1alpha1
      kind: ModuleManifest
      metadata: {name: clock}
      spec:
        module: {id: clock, version: 1.0.0}
        provides: [{capabilityId: time.source, version: 1.0.0, scope: world, multiplicity: "1"}]
        requires: [{capabilityId: time.source, versionConstraint: ^1.0.0, scope: world, multiplicity: "1", dependencyMode: required}]
      ---
      apiVersion: game.platform/v1alpha1
      kind: GameDefinition
      metadata: {name: game}
      spec: {modules: [{name: clock}]}
      ---
      apiVersion: game.platform/v1alpha1
      kind: WorldInstance
      metadata: {name: world}
      spec: {gameRef: {name: game}}
      """;

  private static final List<Command> COMMANDS =
      List.of(
          new Command("--help"),
          new Command("version"),
          new Command("semver", "^1.2.0", "1.4.0", "2.0.0"),
          new Command("semver", ">=1.x.", "1.4.0"),
          new Command("cel", "[1, 2, 3].map(n, n * 2)"),
          new Command("rules", "list"),
          new Command("catalog", "list"),
          new Command(MODULE, List.of("render", "-f", "-")),
          new Command(WORLD, List.of("resolve", "-f", "-", "--why")),
          new Command("doctor", "--help"),
          new Command("nonsense"));

  private AotTraining() {}

  public static void main(String[] args) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    for (Command command : COMMANDS) {
      Console console =
          new Console(
              new ByteArrayInputStream(command.input.getBytes(StandardCharsets.UTF_8)),
              nowhere,
              nowhere,
              false);
      Main.run(console, command.words.toArray(String[]::new));
    }
  }
}
