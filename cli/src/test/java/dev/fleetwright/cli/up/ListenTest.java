package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.amqp.Senders;
import dev.fleetwright.cli.CliRun;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform that others reach at an address which is not the usual one. */
class ListenTest {

  private static final String SECOND = "127.0.0.2";

  @TempDir Path data;

  @Test
  void othersReachItAtTheGivenAddressWithKubeconfigsOfTheirOwn() throws Exception {
    try (Platform platform =
        Platform.start(
            new Platform.Settings(
                data, 0, 1, Duration.ofMillis(50), null, Senders.anybody(), SECOND))) {
      assertThat(platform.address()).startsWith("https://" + SECOND + ":");
      int port = Integer.parseInt(platform.address().replaceAll(".*:", ""));
      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
          .as("only there, and not at every address")
          .isInstanceOf(java.net.ConnectException.class);
      platform
          .client()
          .resource(
              new ClusterRoleBindingBuilder()
                  .withNewMetadata()
                  .withName("alice")
                  .endMetadata()
                  .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
                  .addNewSubject("rbac.authorization.k8s.io", "User", "alice", null)
                  .build())
          .create();

      CliRun run = CliRun.of("kubeconfig", "alice", "--data", data.toString());
      assertThat(run.exitCode()).as(run.err()).isZero();
      Path file = Files.writeString(data.resolve("alice"), run.out());
      try (KubernetesClient alice = Kubeconfigs.client(file)) {
        // The client checks that the certificate has the address.
        assertThat(alice.getMasterUrl().getHost()).isEqualTo(SECOND);
        assertThat(alice.pods().inAnyNamespace().list().getItems()).isEmpty();
      }
      assertThat(CliRun.of("status", "--kubeconfig", platform.kubeconfig().toString()).exitCode())
          .isZero();
    }
  }

  @Test
  void anAddressThatOthersCannotUseIsRefused() {
    for (String wrong : new String[] {"0.0.0.0", "::", "192.0.2.1", "no such name"}) {
      CliRun run = CliRun.of("up", "--data", data.toString(), "--listen", wrong);
      assertThat(run.exitCode()).as(wrong).isEqualTo(2);
      assertThat(run.err()).contains("--listen: ").contains("use one of ").contains("127.0.0.1");
    }
    assertThat(ListenAddress.parse(SECOND).orThrow().isOpen()).isFalse();
    assertThat(new ListenAddress("x", address(192, 0, 2, 1)).isOpen()).isTrue();
  }

  private static InetAddress address(int... bytes) {
    byte[] raw = new byte[bytes.length];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (byte) bytes[i];
    }
    try {
      return InetAddress.getByAddress(raw);
    } catch (java.net.UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
