package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands of a fleet say when they are called wrongly or nobody answers. */
class FleetCommandsTest {

  @TempDir Path folder;

  @Test
  void aHubNeedsABrokerAndAPlaceForProbes() {
    CliRun none = CliRun.of("hub", "--amqp", "", "--kubeconfig", "x");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--amqp or FLEETWRIGHT_AMQP");
    CliRun wrong = CliRun.of("hub", "--amqp", "http://x", "--kubeconfig", "x");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("amqp://");
    CliRun port = CliRun.of("hub", "--amqp", "amqp://a:b@c/", "--health", "x:y");
    assertThat(port.exitCode()).isEqualTo(2);
    assertThat(port.err()).contains("expected PORT or HOST:PORT");
  }

  @Test
  void aWebhookNeedsAPortAndBothFiles() {
    for (String[] wrong :
        new String[][] {
          {"--webhook", "x:y", "--webhook: expected PORT or HOST:PORT, not x:y"},
          {"--webhook-cert", "a.crt", "--webhook-cert and --webhook-key go together"},
          {"--webhook-host", "a.b,c.d", "need --webhook"},
        }) {
      CliRun run = CliRun.of("hub", "--amqp", "amqp://a:b@c/", wrong[0], wrong[1]);
      assertThat(run.exitCode()).as(wrong[0]).isEqualTo(2);
      assertThat(run.err()).contains(wrong[2]);
    }
  }

  @Test
  void anAgentNeedsTheNameOfItsCluster() {
    CliRun none = CliRun.of("agent", "--amqp", "amqp://a:b@c/", "--hub-kubeconfig", "x");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--cluster");
    CliRun wrong =
        CliRun.of("agent", "--cluster", "A.b", "--amqp", "amqp://a:b@c/", "--hub-kubeconfig", "x");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("no DNS label");
  }

  @Test
  void aMissingFileAndASilentServerAreToldWithTheNextStep() throws Exception {
    for (String command : new String[] {"status", "events"}) {
      CliRun run = CliRun.of(command, "--kubeconfig", folder.resolve("none").toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("there is no file").contains("Next:");
    }
    Path silent = folder.resolve("kubeconfig");
    Files.writeString(
        silent,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
        users: [{name: a, user: {token: x}}]
        contexts: [{name: a, context: {cluster: a, user: a}}]
        current-context: a
        """);
    Files.writeString(
        folder.resolve("two.yaml"),
        """
        {apiVersion: v1, kind: Namespace, metadata: {name: a}}
        ---
        {apiVersion: v1, kind: Namespace, metadata: {name: b}}
        """);
    for (String[] words :
        new String[][] {
          {"returned", "deployment/x"},
          {"why", "world/x"},
          {"status"},
          {"top"},
          {"plan", "-f", folder.resolve("two.yaml").toString()},
          {"apply", "-f", folder.resolve("two.yaml").toString()},
        }) {
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--kubeconfig", silent.toString()));
      CliRun run = CliRun.of(all.toArray(String[]::new));
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .containsOnlyOnce("fleetwright " + words[0] + ": the API server cannot be asked: ")
          .contains("127.0.0.1:1")
          .doesNotContain("Exception")
          .contains("Next:");
    }
  }

  @Test
  void aFileThatIsNoKubeconfigIsToldInALine() throws Exception {
    Path file = Files.writeString(folder.resolve("empty"), "");
    assertThat(CliRun.of("status", "--kubeconfig", file.toString()).err())
        .contains("empty is empty and no kubeconfig")
        .contains("Next:");
    Files.writeString(file, "a: [");
    assertThat(CliRun.of("status", "--kubeconfig", file.toString()).err().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("is no kubeconfig that can be used: ");
  }

  @Test
  void wrongArgumentsAreUsage() {
    assertThat(CliRun.of("returned", "physics").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("returned", "deployment/x", "--page", "0").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("why", "pod").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("plan").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("top", "--limit", "-1").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("events", "--for", "world/").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("events", "--for", "/x").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("events", "--for", "a/b/c").exitCode()).isEqualTo(2);
    for (String command : List.of("status", "top", "events", "wait", "why", "returned")) {
      List<String> words = new ArrayList<>(List.of(command));
      if (List.of("wait", "why", "returned").contains(command)) {
        words.add("world/x");
      }
      words.addAll(List.of("-n", "../Bad name"));
      CliRun run = CliRun.of(words.toArray(String[]::new));
      assertThat(run.exitCode()).as(command).isEqualTo(2);
      assertThat(run.err()).contains("is no name of a namespace");
    }
  }

  @Test
  void aPlanOfFilesThatCannotBeReadSaysWhere() throws Exception {
    Files.writeString(folder.resolve("a.yaml"), "a: [1\n");
    CliRun run = CliRun.of("plan", "-f", folder.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("a.yaml:");
  }
}
