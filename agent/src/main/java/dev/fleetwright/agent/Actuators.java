package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.controller.ActuatorAnswer;
import dev.fleetwright.swarm.protocol.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks components over HTTP whether they are up: {@code GET <url>/health}, or the URL itself when
 * it ends in {@code /health}. Up is a 200 whose body, where it is JSON with a {@code status}, says
 * {@code UP}.
 */
final class Actuators implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Actuators.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** More than this no health report needs. */
  private static final int LONGEST_BODY = 64 * 1024;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          // Whoever is asked answers: a redirect could lead anywhere.
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /** Never fails: whoever cannot be asked is down. */
  CompletableFuture<ActuatorAnswer> ask(String url) {
    URI health;
    try {
      health = URI.create(url.endsWith("/health") ? url : url.replaceAll("/+$", "") + "/health");
      String scheme = String.valueOf(health.getScheme()).toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        throw new IllegalArgumentException("an Actuator is asked over http or https");
      }
    } catch (IllegalArgumentException e) {
      LOG.warn("the address of an Actuator is wrong: {}", e.getMessage());
      return CompletableFuture.completedFuture(ActuatorAnswer.DOWN);
    }
    HttpRequest request = HttpRequest.newBuilder(health).timeout(PATIENCE).GET().build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
        .thenApply(response -> answer(response.statusCode(), response.body()))
        .orTimeout(PATIENCE.multipliedBy(2).toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
        .exceptionally(failure -> {
          LOG.debug("{} does not answer: {}", health, failure.toString());
          return ActuatorAnswer.DOWN;
        });
  }

  private static ActuatorAnswer answer(int status, InputStream body) {
    try (body) {
      byte[] bytes = body.readNBytes(LONGEST_BODY);
      if (status != 200) {
        return ActuatorAnswer.DOWN;
      }
      JsonNode said = Json.read(bytes).path("status");
      return said.isTextual() && !said.asText().equals("UP")
          ? ActuatorAnswer.DOWN
          : ActuatorAnswer.UP;
    } catch (IOException notJson) {
      return status == 200 ? ActuatorAnswer.UP : ActuatorAnswer.DOWN;
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
