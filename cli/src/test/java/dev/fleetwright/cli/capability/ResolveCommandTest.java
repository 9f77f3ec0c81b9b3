package dev.fleetwright.cli.capability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ResolveCommandTest {

  private static final String EXAMPLES = "../examples/capability/";

  private static CliRun example(String name, String... more) {
    return CliRun.of(
        Stream.concat(Stream.of("resolve", "-f", EXAMPLES + name), Stream.of(more))
            .toArray(String[]::new));
  }

  private static CliRun input(String yaml, String... more) {
    return CliRun.withInput(
        yaml,
        Stream.concat(Stream.of("resolve", "-f", "-"), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void theTableShowsBindingsAndGaps() {
    CliRun run = example("anvil");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            WORLD                CONSUMER                  CAPABILITY       SCOPE   PROVIDER              VERSION   STATE
            anvil-sample-world   core-interaction-engine   chat.channel     world   -                     -         - unresolved
            anvil-sample-world   core-interaction-engine   physics.engine   world   core-physics-engine   1.0.0     ✓ create
            anvil-sample-world   core-physics-engine       time.source      world   core-time-source      1.0.0     ✓ create
            """);
    assertThat(run.err())
        .contains("✓ world anvil-demo/anvil-sample-world: Running, 2 bindings")
        .contains("optional ModuleManifest chat-bridge not found");
  }

  @Test
  void yamlIsWhatWouldBeAppliedAndFeedingItBackLeavesNothingToDo(@TempDir Path folder)
      throws IOException {
    CliRun run = example("anvil", "-o", "yaml");
    assertThat(run.out())
        .startsWith("---\napiVersion: game.platform/v1alpha1\nkind: CapabilityBinding\n")
        .contains("game.platform/capabilityId: time.source")
        .contains("multiplicity: '1'")
        .contains("    moduleManifestName: core-time-source\n    capabilityVersion: 1.0.0\n");
    Path bindings = Files.writeString(folder.resolve("applied.yaml"), run.out());
    CliRun again = example("anvil", "-f", bindings.toString());
    assertThat(again.out()).contains("✓ keep").doesNotContain("create").doesNotContain("update");
  }

  @Test
  void jsonIsAListForKubectl() throws IOException {
    JsonNode list = new ObjectMapper().readTree(example("anvil", "-o", "json").out());
    assertThat(list.path("kind").asText()).isEqualTo("List");
    assertThat(list.path("items")).hasSize(2);
    JsonNode spec = list.path("items").path(1).path("spec");
    assertThat(spec.path("consumer").path("requirement").path("versionConstraint").asText())
        .isEqualTo("^1.0.0");
    assertThat(spec.path("multiplicity").isTextual()).isTrue();
    assertThat(example("anvil", "-o", "name").out())
        .startsWith("capabilitybinding.game.platform/anvil-sample-world-")
        .hasLineCount(2);
  }

  @Test
  void whyShowsEachCandidateAndTheFix() {
    CliRun run = example("unresolved", "--why");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("│     ├─ ✗ clock 1.4.0: version: wants version ^1.6.0, has version 1.4.0\n")
        .contains("✗ cluster-clock 2.0.0: scope: wants scope world, has scope cluster\n")
        .contains("fix: widening ^1.6.0 to ^1.4.0 would bind it\n")
        .contains("fix: did you mean time.source?\n");
  }

  @Test
  void whyAsDataHasTheSameReasons() throws IOException {
    JsonNode worlds =
        new ObjectMapper().readTree(example("unresolved", "--why", "-o", "json").out());
    JsonNode requirement = worlds.path(0).path("requirements").path(0);
    assertThat(requirement.path("outcome").asText()).isEqualTo("unresolved");
    assertThat(requirement.path("candidates").path(0).path("rule").asText()).isEqualTo("version");
    assertThat(requirement.path("candidates").path(1).path("actual").asText())
        .isEqualTo("scope cluster");
    assertThat(requirement.path("nearest").path("module").asText()).isEqualTo("clock");
    assertThat(worlds.path(0).path("events").path(0).path("reason").asText())
        .isEqualTo("UnresolvedBindings");
    assertThat(example("unresolved", "--why", "-o", "yaml").out()).contains("rule: scope");
  }

  @Test
  void graphsNameEveryModuleAndEveryGap() {
    assertThat(example("unresolved", "-o", "dot").out())
        .startsWith("digraph bindings {")
        .contains("[label=\"cluster-clock\"]")
        .contains("style=dashed, color=red");
    assertThat(example("anvil-next", "-o", "mermaid").out())
        .startsWith("flowchart LR\n")
        .contains("w0_2 -->|\"time.source 1.2.0\"| w0_3");
  }

  @Test
  void againstShowsWhatWouldBeRebound() throws IOException {
    CliRun run = example("anvil-next", "--against", EXAMPLES + "anvil");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("world anvil-demo/anvil-sample-world: Running\n")
        .contains("  ~ core-physics-engine requires time.source ^1.0.0 in scope world:")
        .contains("core-time-source 1.0.0 → core-time-source 1.2.0")
        .contains("  + core-interaction-engine requires chat.channel");
    CliRun same = example("anvil", "--against", EXAMPLES + "anvil");
    assertThat(same.out()).isEmpty();
    assertThat(same.err()).contains("No differences in 1 world");
    JsonNode data =
        new ObjectMapper()
            .readTree(example("anvil-next", "--against", EXAMPLES + "anvil", "-o", "json").out());
    assertThat(data.path(0).path("changes").path(0).path("change").asText()).isEqualTo("rebound");
  }

  @Test
  void oneWorldCanBeAskedFor() {
    assertThat(example("anvil", "--world", "anvil-sample-world").exitCode()).isZero();
    assertThat(example("anvil", "--world", "anvil-demo/anvil-sample-world").exitCode()).isZero();
    CliRun slip = example("anvil", "--world", "anvil-sample-wrld");
    assertThat(slip.exitCode()).isEqualTo(1);
    assertThat(slip.err()).contains("did you mean anvil-sample-world?");
    assertThat(slip.out()).isEmpty();
  }

  @Test
  void wrongUsageIsTwo() {
    assertThat(CliRun.of("resolve").exitCode()).isEqualTo(2);
    assertThat(example("anvil", "-o", "xml").exitCode()).isEqualTo(2);
    assertThat(example("anvil", "--why", "--against", EXAMPLES + "anvil").exitCode()).isEqualTo(2);
    assertThat(example("anvil", "--why", "-o", "dot").exitCode()).isEqualTo(2);
  }

  @Test
  void otherObjectsOfAFleetMayLieBesideTheWorld() {
    CliRun run = CliRun.of("resolve", "-f", "../examples/demo");
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  @Test
  void noWorldIsInvalidInput() {
    CliRun run = input("");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("[no-world]");
    assertThat(CliRun.of("resolve", "-f", "/no/such/file").err()).contains("file-not-found");
  }

  @Test
  void everyMistakeIsReportedInOneRunWithItsPlace() {
    CliRun run =
        input(
            """
            apiVersion: game.platform/v1alpha1
            kind: ModuleManifes
            metadata: {name: slip}
            ---
            apiVersion: game.platform/v1alpha1
            kind: ModuleManifest
            metadata: {name: a}
            spec:
              provides:
                - capabilityId: time.source
                  version: 1.0
                  scope: wrld
                  multiplicity: "1"
              requires:
                - capabilityId: time.source
                  versionConstraint: "^1.0.0 blerg"
                  scope: world
                  multiplicity: "1"
                - capabilityID: time.source
            ---
            apiVersion: game.platform/v1alpha1
            kind: ModuleManifest
            metadata: {name: b}
            spec:
              requires:
                - {capabilityId: x.y, versionConstraint: "1 - ", scope: world, multiplicity: "1", dependencyMode: required}
            ---
            apiVersion: game.platform/v1alpha1
            kind: GameDefinition
            metadata: {name: g}
            spec: {modules: [{name: a}, {name: a}]}
            ---
            apiVersion: game.platform/v1alpha1
            kind: WorldInstance
            metadata: {name: w}
            spec: {gameRef: {nme: g}, shardCount: many}
            ---
            apiVersion: game.platform/v1alpha1
            kind: GameDefinition
            metadata: {name: g, namespace: default}
            spec: {modules: [{name: a}]}
            """);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("<stdin>:2:7: error: kind: unknown kind \"ModuleManifes\"")
        .contains("did you mean \"ModuleManifest\"?")
        .contains("<stdin>:11:16: error: spec.provides[0].version:")
        .contains("<stdin>:12:14: error: spec.provides[0].scope:")
        .contains("<stdin>:16:34: error: spec.requires[0].versionConstraint:")
        .contains("spec.requires[0].dependencyMode: missing field")
        .contains("capabilityID")
        .contains("<stdin>:26:")
        .contains("<stdin>:31:36: error: spec.modules[1].name:")
        .contains("spec.gameRef.nme: unknown field")
        .contains("spec.shardCount:")
        .contains("[duplicate-object]");
  }

  @Test
  void aBrokenRangeLeavesTheRestBound() {
    CliRun run =
        input(
            """
            kind: WorldInstance
            apiVersion: game.platform/v1alpha1
            metadata: {name: w}
            spec: {gameRef: {name: g}}
            ---
            apiVersion: game.platform/v1alpha1
            kind: GameDefinition
            metadata: {name: g}
            spec: {modules: [{name: a}]}
            ---
            apiVersion: game.platform/v1alpha1
            kind: ModuleManifest
            metadata: {name: a}
            spec:
              provides:
                - {capabilityId: x.y, version: 1.0.0, scope: world, multiplicity: "1"}
                - {capabilityId: x.z, version: 1.0.0, scope: world, multiplicity: "1"}
              requires:
                - {capabilityId: x.y, versionConstraint: "^^1", scope: world, multiplicity: "1", dependencyMode: required}
                - {capabilityId: x.z, versionConstraint: "^1", scope: world, multiplicity: "1", dependencyMode: required}
            """);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("<stdin>:19:48: error: spec.requires[0].versionConstraint:");
    assertThat(run.out())
        .contains("a          x.y          world   -          -         ✗ invalid")
        .contains("a          x.z          world   a          1.0.0     ✓ create");
  }

  @Test
  void whatIsMissingComesWithWhereItIs() {
    String manifest =
        """
        ---
        apiVersion: game.platform/v1alpha1
        kind: ModuleManifest
        metadata: {name: %s, namespace: %s}
        spec:
          provides:
            - {capabilityId: x.y, version: 1.0.0, scope: world, multiplicity: "1"}
        """;
    String given =
        """
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: w}
        spec: {gameRef: {name: gam}}
        ---
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: v}
        spec: {gameRef: {name: game}}
        ---
        apiVersion: game.platform/v1alpha1
        kind: GameDefinition
        metadata: {name: game}
        spec: {modules: [{name: consumer}, {name: elsewhere}, {name: nowhere}]}
        ---
        apiVersion: game.platform/v1alpha1
        kind: ModuleManifest
        metadata: {name: consumer}
        spec:
          requires:
            - {capabilityId: x.y, versionConstraint: "1", scope: world, multiplicity: "1", dependencyMode: required}
        """
            + manifest.formatted("idle", "default")
            + manifest.formatted("elsewhere", "other");
    for (String err : new String[] {input(given).err(), input(given, "--why").out()}) {
      assertThat(err)
          .contains("fix: did you mean game?")
          .contains("fix: there is one in namespace other; it must be in default")
          .contains("fix: add the ModuleManifest nowhere to the input")
          .contains("idle provides x.y 1.0.0 in scope world, and is not in the game")
          .contains("fix: add idle to spec.modules of the game");
    }
  }

  @TestFactory
  Stream<DynamicTest> hostileInputEndsQuicklyAndSaysWhy() {
    String bomb =
        "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c"
            + " [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e"
            + " [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n";
    return Stream.of(
            new String[] {"aliases that explode", bomb},
            new String[] {"ten megabytes", "x: " + "y".repeat(10 << 20)},
            new String[] {"deep nesting", "[".repeat(100_000)},
            new String[] {"no yaml", "\t: {]"},
            new String[] {"a scalar", "just text"},
            new String[] {
              "a control character", "kind: \"\\x1b[31mred\"\napiVersion: v9\nmetadata: {name: x}\n"
            })
        .map(entry ->
            DynamicTest.dynamicTest(
                entry[0],
                () -> {
                  CliRun run = input(entry[1]);
                  assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
                  assertThat(run.out()).isEmpty();
                  assertThat(run.err()).contains("<stdin>:").doesNotContain("\u001b");
                }));
  }
}
