package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
    CliRun run = CliRun.of("returned", "deployment/x", "--kubeconfig", silent.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("the API server cannot be asked").contains("Next:");
  }

  @Test
  void wrongArgumentsAreUsage() {
    assertThat(CliRun.of("returned", "physics").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("returned", "deployment/x", "--page", "0").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("why", "pod").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("plan").exitCode()).isEqualTo(2);
  }

  @Test
  void aPlanOfFilesThatCannotBeReadSaysWhere() throws Exception {
    Files.writeString(folder.resolve("a.yaml"), "a: [1\n");
    CliRun run = CliRun.of("plan", "-f", folder.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("a.yaml:");
  }
}
