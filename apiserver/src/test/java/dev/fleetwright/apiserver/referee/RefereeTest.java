package dev.fleetwright.apiserver.referee;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.fleetwright.apiserver.Client;
import dev.fleetwright.apiserver.Shared;
import dev.fleetwright.apiserver.json.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What we believe an API server does, as cases in {@code cases/<topic>/<sentence>.yaml}. Each is
 * run on the embedded server, and on a real kube-apiserver when one is given, so that the real
 * thing checks what we believe.
 *
 * <p>A case names in {@code only} the server it is for; {@code needs: controllers} leaves out a
 * bare kube-apiserver, which has nobody to collect garbage. {@code examples} repeats the steps with
 * other values.
 */
class RefereeTest {
  private static final Path CASES = Path.of("src/test/resources/cases");
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final String RUN = Long.toString(System.currentTimeMillis() % 1_000_000_000, 36);

  @TestFactory
  Stream<DynamicNode> cases() throws IOException {
    var servers = new ArrayList<DynamicNode>();
    for (RefereeServer server : RefereeServers.all()) {
      var tests = new ArrayList<DynamicNode>();
      try (Stream<Path> files = Files.walk(CASES)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
          tests.addAll(tests(server, file));
        }
      }
      assertThat(tests).isNotEmpty();
      servers.add(DynamicContainer.dynamicContainer(server.name(), tests));
    }
    return servers.stream();
  }

  @Test
  void aRealServerIsGiven() {
    Assumptions.assumeTrue(RefereeServers.isRealGiven(), RefereeServers.HOW);
  }

  private static List<DynamicTest> tests(RefereeServer server, Path file) throws IOException {
    String wanted = System.getProperty("case", "");
    String name = CASES.relativize(file).toString().replace(".yaml", "");
    if (!name.contains(wanted)) {
      return List.of();
    }
    JsonNode script = Yaml.parse(Files.readAllBytes(file));
    assertThat(script.path("why").asText()).as(name + " says why").isNotEmpty();
    String only = script.path("only").asText("");
    if (!only.isEmpty() && only.equals("embedded") != server.embedded()) {
      return List.of();
    }
    if (!server.has(script.path("needs").asText(""))) {
      return List.of();
    }
    if (!script.has("examples")) {
      return List.of(test(server, name, script, JsonNodeFactory.instance.objectNode()));
    }
    var tests = new ArrayList<DynamicTest>();
    for (JsonNode example : script.get("examples")) {
      String label = example.properties().iterator().next().getValue().asText();
      tests.add(test(server, name + " " + label, script, example));
    }
    return tests;
  }

  private static DynamicTest test(
      RefereeServer server, String name, JsonNode script, JsonNode variables) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Client client = server.embedded() ? Shared.fresh() : server.client();
          String id = "r" + RUN + "-" + COUNT.incrementAndGet();
          try (var run = new Script(client, id, variables)) {
            run.run(script.path("steps"));
          }
        });
  }
}
