package dev.fleetwright.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.doctor.Finding.Level;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksTest {

  @TempDir Path folder;

  @Test
  void anOlderJavaFailsAndASmallHeapWarns() {
    assertThat(new JavaCheck(Runtime.Version.parse("17.0.1"), "/j", 4L << 30).get().level())
        .isEqualTo(Level.FAIL);
    assertThat(new JavaCheck(Runtime.Version.parse("25"), "/j", 100L << 20).get().level())
        .isEqualTo(Level.WARN);
    assertThat(new JavaCheck(Runtime.Version.parse("26.0.1"), "/j", 4L << 30).get().level())
        .isEqualTo(Level.OK);
  }

  @Test
  void aPortInUseIsNamedWithAWayOut() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Finding finding = new PortCheck(taken.getLocalPort()).get();
      assertThat(finding.level()).isEqualTo(Level.WARN);
      assertThat(finding.fix()).contains("--port");
    }
    assertThat(new PortCheck(0).get().level()).isEqualTo(Level.OK);
  }

  @Test
  void theDiskIsMeasuredWhereTheDataWillBeEvenBeforeTheFolderExists() throws IOException {
    assertThat(new DiskCheck(folder.resolve("a/b/c"), 1).get().level()).isEqualTo(Level.OK);
    assertThat(new DiskCheck(folder, Long.MAX_VALUE).get().level()).isEqualTo(Level.FAIL);
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThat(new DiskCheck(file, 1).get().level()).isEqualTo(Level.FAIL);
  }

  @Test
  void withoutABrokerTheEmbeddedOneIsUsed() {
    assertThat(new BrokerCheck("", 100).get().level()).isEqualTo(Level.OK);
  }

  @Test
  void aBrokerMustSpeakAmqp() throws IOException {
    assertThat(answering(new byte[] {1, 0, 0})).extracting(Finding::level).isEqualTo(Level.OK);
    assertThat(answering("HTTP/1.1 400".getBytes(StandardCharsets.US_ASCII)))
        .extracting(Finding::level)
        .isEqualTo(Level.FAIL);
  }

  private static Finding answering(byte[] bytes) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try (Socket peer = server.accept()) {
              peer.getInputStream().readNBytes(8);
              peer.getOutputStream().write(bytes);
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
      return new BrokerCheck("amqp://guest:secret@127.0.0.1:" + server.getLocalPort(), 5_000).get();
    }
  }

  @Test
  void aBrokerAddressIsNeverShownWithItsPassword() {
    for (String uri :
        List.of("amqp://u:secret@127.0.0.1:1", "http://u:secret@x", "amqp://u:secret@ x")) {
      Finding finding = new BrokerCheck(uri, 500).get();
      assertThat(finding.level()).isEqualTo(Level.FAIL);
      assertThat(finding.toString()).doesNotContain("secret");
    }
  }

  @Test
  void aKubeconfigIsFollowedToItsServer() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: c1}}]
            clusters: [{name: c1, cluster: {server: "https://127.0.0.1:7443"}}]
            """);
    Finding finding = KubeconfigCheck.of(null, Map.of("KUBECONFIG", file.toString()), "/").get();
    assertThat(finding.level()).isEqualTo(Level.OK);
    assertThat(finding.found()).contains("context here at https://127.0.0.1:7443");
  }

  @Test
  void aBrokenKubeconfigIsAWarningAndNoneIsFine() throws IOException {
    assertThat(KubeconfigCheck.of(folder.resolve("none"), Map.of(), "/").get().level())
        .isEqualTo(Level.OK);
    for (String content :
        List.of("", "[", "- a", "a: b", "current-context: x", "current-context: x\ncontexts: 3")) {
      Path file = Files.writeString(folder.resolve("broken"), content);
      assertThat(new KubeconfigCheck(List.of(file)).get().level())
          .as(content)
          .isEqualTo(Level.WARN);
    }
  }

  @Test
  void aToolIsFoundOnThePathOnly() {
    assertThat(new ToolCheck("sh", "/nowhere:/bin:/usr/bin", "", "").get().level())
        .isEqualTo(Level.OK);
    assertThat(new ToolCheck("no-such-tool", "/bin", "needed", "get it").get().level())
        .isEqualTo(Level.WARN);
  }
}
