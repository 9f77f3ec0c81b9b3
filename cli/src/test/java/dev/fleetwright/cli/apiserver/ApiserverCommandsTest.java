package dev.fleetwright.cli.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.CliRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own, and what people do around it. */
class ApiserverCommandsTest {

  @TempDir private Path temp;

  private Process start(Path data, String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.fleetwright.cli.Main",
                "apiserver",
                "--data",
                data.toString(),
                "--port",
                "0"));
    command.addAll(List.of(more));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String firstLine(Process process) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = process.getInputStream().read();
        c >= 0 && c != '\n';
        c = process.getInputStream().read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  @Test
  void oneFolderOneServerAndAllOfItComesBack() throws Exception {
    Path data = temp.resolve("data");
    Path backup = temp.resolve("b.backup");
    Process first = start(data, "--clusters", "east,west");
    String token;
    try {
      assertThat(firstLine(first)).contains("API server on https://127.0.0.1:");
      token = Files.readString(data.resolve("admin.token"));
      assertThat(Files.readString(data.resolve("kubeconfig"))).contains("/clusters/east");

      Process second = start(data);
      String refusal = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(second.waitFor()).isEqualTo(1);
      assertThat(refusal)
          .contains("another server is running on " + data + " (process " + first.pid() + ")");

      CliRun running = CliRun.of("backup", backup.toString(), "--data", data.toString());
      assertThat(running.exitCode()).as(running.err()).isZero();
      assertThat(running.out()).contains("objects at version");
      assertThat(Files.getPosixFilePermissions(backup)).hasSize(2);

      CliRun user = CliRun.of("kubeconfig", "alice", "--group", "g", "--data", data.toString());
      assertThat(user.out()).contains("client-certificate-data", "name: \"alice\"");

      CliRun busy = CliRun.of("restore", backup.toString(), "--data", data.toString(), "--replace");
      assertThat(busy.exitCode()).isEqualTo(1);
      assertThat(busy.err()).contains("stop it first");
    } finally {
      first.destroy();
      assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    Process again = start(data);
    try {
      assertThat(firstLine(again)).contains("https://");
      assertThat(Files.readString(data.resolve("admin.token"))).isEqualTo(token);
      assertThat(Files.readString(data.resolve("kubeconfig"))).contains("/clusters/west");
    } finally {
      again.destroyForcibly().waitFor();
    }

    CliRun there = CliRun.of("restore", backup.toString(), "--data", data.toString());
    assertThat(there.exitCode()).isEqualTo(1);
    assertThat(there.err()).contains("--replace");
    Path other = temp.resolve("other");
    CliRun restored = CliRun.of("restore", backup.toString(), "--data", other.toString());
    assertThat(restored.exitCode()).as(restored.err()).isZero();
    assertThat(Files.readString(other.resolve("admin.token"))).isEqualTo(token);
    CliRun offline = CliRun.of("backup", backup.toString(), "--data", other.toString());
    assertThat(offline.exitCode()).isEqualTo(1);
    assertThat(offline.err()).contains("is there already");
    CliRun replaced =
        CliRun.of("backup", backup.toString(), "--replace", "--data", other.toString());
    assertThat(replaced.exitCode()).as(replaced.err()).isZero();
  }

  @Test
  void mistakesAreTold() throws Exception {
    CliRun none = CliRun.of("backup", temp.resolve("x").toString(), "--data", temp + "/none");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("there is no data in");
    assertThat(temp.resolve("none")).doesNotExist();
    CliRun absent = CliRun.of("restore", temp + "/absent", "--data", temp + "/d");
    assertThat(absent.err()).contains("there is no file");
    Files.writeString(temp.resolve("file"), "");
    CliRun file = CliRun.of("apiserver", "--data", temp.resolve("file").toString());
    assertThat(file.exitCode()).isEqualTo(1);
    assertThat(file.err()).contains("is a file");
    assertThat(CliRun.of("apiserver", "--port", "70000").exitCode()).isEqualTo(2);
    Path damaged = temp.resolve("damaged");
    Files.createDirectories(damaged);
    Files.writeString(
        damaged.resolve("store.db"), "this is not a database at all, sorry".repeat(99));
    CliRun broken = CliRun.of("apiserver", "--data", damaged.toString(), "--port", "0");
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.err()).contains("store.db is damaged").doesNotContain("Exception");
    CliRun host = CliRun.of("apiserver", "--data", temp + "/h", "--host", "203.0.113.1");
    assertThat(host.exitCode()).isEqualTo(1);
    assertThat(host.err()).contains("cannot listen on 203.0.113.1");
  }
}
