package dev.fleetwright.component;

import static dev.fleetwright.component.ControlPlane.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.fleetwright.swarm.protocol.StatusKind;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The Python program of the documentation page, run as it stands there. */
@EnabledIfEnvironmentVariable(
    named = PythonComponentTest.PYTHON_VARIABLE,
    matches = ".+",
    disabledReason = "it holds the path of a Python that has pika, pyyaml and jsonschema")
class PythonComponentTest {

  static final String PYTHON_VARIABLE = "FLEETWRIGHT_TEST_PYTHON";

  @TempDir Path folder;

  @Test
  void theProgramOfTheDocumentationIsAComponent() throws Exception {
    String page = Files.readString(Path.of("../docs/swarm-component.md"));
    int start = page.indexOf("```python\n") + "```python\n".length();
    Path program =
        Files.writeString(
            folder.resolve("component.py"), page.substring(start, page.indexOf("\n```", start)));
    Path output = folder.resolve("output");
    try (ControlPlane plane = new ControlPlane()) {
      ProcessBuilder builder =
          new ProcessBuilder(
                  Objects.requireNonNull(System.getenv(PYTHON_VARIABLE)), program.toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder
          .environment()
          .putAll(
              Map.of(
                  "SWARM_ROLE",
                  plane.role,
                  "SWARM_INSTANCE",
                  plane.instance,
                  "SWARM_ID",
                  plane.swarm,
                  "SWARM_AMQP",
                  ControlPlane.broker().secretUri(),
                  "SWARM_ACTUATOR_PORT",
                  Integer.toString(freePort()),
                  "ASYNCAPI",
                  Path.of("../docs/spec/asyncapi.yaml").toAbsolutePath().toString()));
      Process process = builder.start();
      try {
        await("it says hello", () -> !plane.statuses.isEmpty() || died(process, output));
        assertThat(plane.last().kind()).isEqualTo(StatusKind.FULL);
        String attempt = plane.requestStatus();
        await("it answers", () -> attempt.equals(plane.last().correlationId()));
        plane.configure(
            "key-1", JsonNodeFactory.instance.objectNode().put("enabled", false).put("rate", 5));
        await("it applies settings", () -> "key-1".equals(plane.last().appliedConfig()));
        assertThat(plane.last().enabled()).isFalse();
        assertThat(Objects.requireNonNull(plane.last().data()).at("/config/rate").asInt())
            .isEqualTo(5);
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static boolean died(Process process, Path output) throws Exception {
    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    return false;
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
