package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.cli.CliRun;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a catalog, as docs/render.md tells it: planned, applied, changed and asked. */
class CatalogExampleTest {

  private static final String EXAMPLE = "../examples/catalog";

  @TempDir static Path folder;
  private static PlacementBed bed;

  @BeforeAll
  static void start() throws Exception {
    bed = PlacementBed.start(folder.resolve("data"));
    SampleGame.apply(bed.hub());
    PlacementBed.await("the world runs", () -> DemoState.read(bed.hub()).isDone(3));
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  @Test
  void aCatalogIsPlannedAppliedAndChanged() throws Exception {
    CliRun alone = ask("plan", "-f", EXAMPLE + "/20-release.yaml");
    assertThat(alone.exitCode()).as("the release needs the catalog").isEqualTo(1);
    assertThat(alone.out()).contains("platform.example/traits/oncall@v1#OnCall");

    CliRun first = ask("plan", "-f", EXAMPLE);
    assertThat(first.exitCode()).as(first.out() + first.err()).isZero();
    assertThat(first.out())
        .contains("+ Catalog platform-team")
        .contains("~ core-time-source time-source-1.0.0 → time-source-1.1.0")
        .contains("time-source-on-call")
        .contains("Plan: files +2 ~0 -0; bindings +0 ~0 -0; releases +0 ~3 -0; objects +3 ~6 -0");
    assertThat(bed.hub().resources(Catalog.class).list().getItems()).isEmpty();

    CliRun applied = ask("apply", "-f", EXAMPLE);
    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    awaitTeam("clockmakers", "https://runbooks.example/");
    PlacementBed.await(
        "its status", () -> ask("why", "catalog/platform-team").out().contains("is in use"));

    assertThat(ask("plan", "-f", EXAMPLE).out())
        .as("the catalog of the server is rendered with")
        .contains("Plan: files +0 ~0 -0; bindings +0 ~0 -0; releases +0 ~0 -0; objects +0 ~0 -0");
    String next =
        Files.readString(Path.of(EXAMPLE, "10-catalog.yaml"))
            .replace("https://runbooks.example/", "https://wiki.example/");
    Path changed = Files.writeString(folder.resolve("changed.yaml"), next);
    CliRun plan = ask("plan", "-f", changed.toString());
    assertThat(plan.exitCode()).as(plan.out() + plan.err()).isZero();
    assertThat(plan.out())
        .contains("~ Catalog platform-team")
        .contains("world anvil-demo/" + SampleGame.WORLD + ": objects at cluster3")
        .contains("time-source-on-call")
        .contains("objects +0 ~3 -0");
    assertThat(ask("apply", "-f", changed.toString()).exitCode()).isZero();
    awaitTeam("clockmakers", "https://wiki.example/");

    Path twice =
        Files.writeString(
            folder.resolve("twice.yaml"), next.replace("name: platform-team", "name: rival"));
    CliRun rival = ask("plan", "-f", twice.toString());
    assertThat(rival.exitCode()).isEqualTo(1);
    assertThat(rival.out())
        .contains("catalog rival")
        .contains("✗ spec.documents[0]: two definitions are named")
        .contains("[duplicate-definition]");
    assertThat(ask("plan", "-f", twice.toString(), "-o", "json").out())
        .contains("\"brokenCatalogs\"");
    assertThat(ask("why", "catalog/none").err()).contains("there are platform-team");
  }

  private static void awaitTeam(String team, String runbook) throws InterruptedException {
    for (String cluster : List.of("cluster1", "cluster2", "cluster3")) {
      PlacementBed.await(
          runbook + " at " + cluster,
          () ->
              bed.cluster(cluster).configMaps().inAnyNamespace().list().getItems().stream()
                  .filter(map -> map.getMetadata().getName().equals("time-source-on-call"))
                  .map(ConfigMap::getData)
                  .anyMatch(data ->
                      team.equals(data.get("team")) && runbook.equals(data.get("runbook"))));
    }
    PlacementBed.await("the world runs", () -> DemoState.read(bed.hub()).isDone(3));
  }

  private static CliRun ask(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--kubeconfig");
    all.add(bed.kubeconfig().toString());
    return CliRun.of(all.toArray(String[]::new));
  }
}
