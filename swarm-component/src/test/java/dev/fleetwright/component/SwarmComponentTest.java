package dev.fleetwright.component;

import static dev.fleetwright.component.ControlPlane.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.StatusKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwarmComponentTest {

  private ControlPlane plane;
  private final List<Settings> used = new CopyOnWriteArrayList<>();
  private final AtomicBoolean well = new AtomicBoolean(true);

  @BeforeEach
  void open() throws Exception {
    plane = new ControlPlane();
  }

  @AfterEach
  void close() {
    plane.close();
  }

  private static ObjectNode json(String text) throws IOException {
    return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private ComponentOptions options() {
    return plane
        .options()
        .onSettings(settings -> {
          settings.number("rate", 1, 1, 10);
          used.add(settings);
        })
        .healthy(well::get);
  }

  @Test
  void tellsItsStatusAtTheStartOnRequestAndOnChange() throws Exception {
    try (SwarmComponent component = options().heartbeat(Duration.ofMinutes(5)).start()) {
      await("it says hello", () -> plane.statuses.size() == 1);
      assertThat(plane.last().kind()).isEqualTo(StatusKind.FULL);
      assertThat(plane.last().enabled()).isTrue();
      assertThat(plane.last().swarmId()).isEqualTo(plane.swarm);
      String attempt = plane.requestStatus();
      await("it answers", () -> plane.statuses.size() == 2);
      assertThat(plane.last().kind()).isEqualTo(StatusKind.FULL);
      assertThat(plane.last().correlationId()).isEqualTo(attempt);
      well.set(false);
      await("it tells the change", () -> plane.statuses.size() == 3);
      assertThat(plane.last().kind()).isEqualTo(StatusKind.DELTA);
      assertThat(plane.last().healthy()).isFalse();
      component.report();
      component.report();
      plane.requestStatus();
      await("it answers again", () -> plane.statuses.size() == 4);
      assertThat(plane.last().kind()).as("no delta without a change").isEqualTo(StatusKind.FULL);
    }
  }

  @Test
  void sendsAHeartbeat() throws Exception {
    try (SwarmComponent component = options().heartbeat(Duration.ofMillis(50)).start()) {
      assertThat(component.isEnabled()).isTrue();
      await("deltas come without a change", () -> plane.statuses.size() > 3);
      assertThat(plane.last().kind()).isEqualTo(StatusKind.DELTA);
    }
  }

  @Test
  void takesSettingsOnceAlsoWhileDisabledAndTellsWhatItRefuses() throws Exception {
    try (SwarmComponent component = options().firstSettings(json("{\"rate\": 2}")).start()) {
      assertThat(component.awaitConnected(Duration.ofSeconds(30))).isTrue();
      plane.configure("one", json("{\"enabled\": false, \"name\": \"a\"}"));
      await("it is disabled", () -> applied("one"));
      assertThat(component.isEnabled()).isFalse();
      assertThat(plane.last().enabled()).isFalse();
      assertThat(used.getLast())
          .isEqualTo(new Settings(false, json("{\"rate\": 2, \"name\": \"a\"}")));
      int before = used.size();
      plane.configure("one", json("{\"enabled\": true}"));
      plane.configure("two", json("{\"rate\": 11}"));
      await(
          "it refuses", () -> plane.last().data() instanceof ObjectNode o && o.has("configError"));
      JsonNode refusal = Objects.requireNonNull(plane.last().data()).path("configError");
      assertThat(refusal.path("idempotencyKey").asText()).isEqualTo("two");
      assertThat(refusal.path("message").asText())
          .isEqualTo("rate must be a whole number from 1 to 10, not 11");
      assertThat(plane.last().appliedConfig()).isEqualTo("one");
      assertThat(used).as("neither the duplicate nor the refused").hasSize(before);
      plane.configure("three", json("{\"rate\": null, \"enabled\": true}"));
      await("it is enabled", () -> applied("three"));
      assertThat(used.getLast()).isEqualTo(new Settings(true, json("{\"name\": \"a\"}")));
    }
  }

  private boolean applied(String key) {
    return plane.statuses.stream().anyMatch(status -> key.equals(status.appliedConfig()));
  }

  /** Else a slow program would look dead. */
  @Test
  void answersWhileTheProgramTakesItsTime() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    ComponentOptions options =
        options()
            .onSettings(settings -> {
              if (settings.values().has("slow") && !go.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("never went on");
              }
            });
    try (SwarmComponent component = options.start()) {
      assertThat(component.awaitConnected(Duration.ofSeconds(30))).isTrue();
      plane.configure("slow", json("{\"slow\": true}"));
      plane.configure("next", json("{\"fast\": true}"));
      String attempt = plane.requestStatus();
      await("it answers", () -> hasAnswered(attempt));
      assertThat(applied("slow")).isFalse();
      go.countDown();
      await("both are applied in their order", () -> applied("slow") && applied("next"));
    }
  }

  private boolean hasAnswered(String attempt) {
    return plane.statuses.stream().anyMatch(status -> attempt.equals(status.correlationId()));
  }

  @Test
  void keepsItsSettingsOverARestart(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("deep/record.json");
    try (SwarmComponent first = options().keepSettingsIn(file).start()) {
      assertThat(first.awaitConnected(Duration.ofSeconds(30))).isTrue();
      plane.configure("kept", json("{\"enabled\": false, \"rate\": 7}"));
      await("it is applied", () -> applied("kept"));
    }
    used.clear();
    plane.statuses.clear();
    try (SwarmComponent second = options().keepSettingsIn(file).start()) {
      assertThat(second.isEnabled()).isFalse();
      assertThat(used).containsExactly(new Settings(false, json("{\"rate\": 7}")));
      assertThat(second.awaitConnected(Duration.ofSeconds(30))).isTrue();
      plane.configure("kept", json("{\"enabled\": true}"));
      await("the duplicate is answered", () -> plane.statuses.size() > 1);
      assertThat(plane.last().enabled()).isFalse();
      assertThat(plane.last().appliedConfig()).isEqualTo("kept");
    }
  }

  @Test
  void endsItsWorkBeforeItGoes() throws Exception {
    AtomicBoolean drained = new AtomicBoolean();
    SwarmComponent component = options().onStop(() -> drained.set(true)).start();
    assertThat(component.awaitConnected(Duration.ofSeconds(30))).isTrue();
    component.close();
    component.close();
    assertThat(drained).isTrue();
    await("its last word", () -> "Stopped".equals(plane.last().state()));
    assertThat(plane.statuses.stream().map(Envelope.ComponentStatus::state))
        .endsWith("Stopping", "Stopped");
    assertThat(plane.last().healthy()).isFalse();
    assertThatThrownBy(() -> get(component, "/actuator/health")).isInstanceOf(IOException.class);
  }

  @Test
  void aProgramThatDoesNotEndIsLeft() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    SwarmComponent component =
        options()
            .stopWithin(Duration.ofMillis(100))
            .onStop(() -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })
            .start();
    assertThat(component.awaitConnected(Duration.ofSeconds(30))).isTrue();
    component.close();
    await("its last word", () -> "Stopped".equals(plane.last().state()));
  }

  @Test
  void theActuatorTellsAndChangesNothing() throws Exception {
    try (SwarmComponent component =
        options()
            .info("build", "42")
            .counter("items_total", "Items\nso far", () -> 3)
            .gauge(
                "broken",
                "Fails",
                () -> {
                  throw new IllegalStateException("no");
                })
            .start()) {
      assertThat(component.awaitConnected(Duration.ofSeconds(30))).isTrue();
      HttpResponse<String> health = get(component, "/actuator/health");
      assertThat(health.statusCode()).isEqualTo(200);
      assertThat(json(health.body()).path("status").asText()).isEqualTo("UP");
      assertThat(json(health.body()).at("/components/broker/status").asText()).isEqualTo("UP");
      well.set(false);
      HttpResponse<String> down = get(component, "/actuator/health");
      assertThat(down.statusCode()).isEqualTo(503);
      assertThat(json(down.body()).path("status").asText()).isEqualTo("DOWN");
      JsonNode info = json(get(component, "/actuator/info").body());
      assertThat(info.path("build").asText()).isEqualTo("42");
      assertThat(info.at("/component/instance").asText()).isEqualTo(plane.instance);
      HttpResponse<String> metrics = get(component, "/actuator/prometheus");
      assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
      String labels =
          "{instance=\"" + plane.instance + "\",role=\"worker\",swarm=\"" + plane.swarm + "\"}";
      assertThat(metrics.body())
          .contains("# HELP items_total Items\\nso far\n# TYPE items_total counter\n")
          .contains("items_total" + labels + " 3.0\n")
          .contains("broken" + labels + " NaN\n")
          .contains("swarm_component_healthy" + labels + " 0.0\n");
      assertThat(get(component, "/actuator/env").statusCode()).isEqualTo(404);
      assertThat(get(component, "/actuator").body()).contains("/actuator/prometheus");
      HttpResponse<String> posted =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(uri(component, "/actuator/health"))
                      .POST(HttpRequest.BodyPublishers.ofString("{}"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(posted.statusCode()).isEqualTo(405);
    }
  }

  private static HttpResponse<String> get(SwarmComponent component, String path)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(uri(component, path)).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static URI uri(SwarmComponent component, String path) {
    return URI.create("http://127.0.0.1:" + component.actuatorPort() + path);
  }

  @Test
  void doesNotStartWithSettingsThatItRefuses() throws Exception {
    assertThatThrownBy(() -> options().firstSettings(json("{\"rate\": 0}")).start())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rate must be");
  }

  @Test
  void theEnvironmentIsReadAndEveryMistakeNamed() throws Exception {
    assertThat(
            ComponentOptions.fromEnvironment(
                    Map.of(
                        "SWARM_INSTANCE", "a.b",
                        "SWARM_CONFIG", "[1]",
                        "SWARM_ACTUATOR_PORT", "70000",
                        "SWARM_AMQP", "http://me:secret@host"))
                .problems())
        .extracting(problem -> problem.path() + " " + problem.code())
        .containsExactlyInAnyOrder(
            "SWARM_ROLE missing-variable",
            "SWARM_INSTANCE invalid-routing-key",
            "SWARM_CONFIG invalid-value",
            "SWARM_ACTUATOR_PORT invalid-value",
            "SWARM_AMQP invalid-broker-address");
    ComponentOptions options =
        ComponentOptions.fromEnvironment(
                Map.of(
                    "SWARM_ROLE",
                    plane.role,
                    "SWARM_INSTANCE",
                    plane.instance,
                    "SWARM_ID",
                    plane.swarm,
                    "SWARM_CONFIG",
                    "{\"enabled\": false, \"rate\": 3}",
                    "SWARM_ACTUATOR_PORT",
                    "0",
                    "SWARM_AMQP",
                    ControlPlane.broker().secretUri()))
            .orThrow();
    try (SwarmComponent component = options.onSettings(used::add).start()) {
      assertThat(component.isEnabled()).isFalse();
      assertThat(used)
          .containsExactly(
              new Settings(false, JsonNodeFactory.instance.objectNode().put("rate", 3)));
    }
  }
}
