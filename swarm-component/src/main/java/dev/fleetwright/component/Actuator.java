package dev.fleetwright.component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.fleetwright.swarm.protocol.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP side of a component: {@code /actuator/health}, {@code /actuator/info} and {@code
 * /actuator/prometheus}. It only tells; nothing can be changed through it.
 */
final class Actuator implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Actuator.class);
  private static final String ROOT = "/actuator";
  private static final String JSON = "application/json";
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  /** What there is to tell. */
  interface Source {
    boolean isHealthy();

    ObjectNode health();

    ObjectNode info();

    String metrics();
  }

  private record Answer(int code, String type, String body) {
    static Answer json(int code, JsonNode body) {
      return new Answer(code, JSON, new String(Json.write(body), StandardCharsets.UTF_8));
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Source source;

  Actuator(InetSocketAddress address, Source source) throws IOException {
    this.source = source;
    try {
      this.server = HttpServer.create(address, 0);
    } catch (IOException e) {
      threads.close();
      throw new IOException("the Actuator cannot listen on " + address + ": " + e.getMessage(), e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      Answer answer = answer(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
      if (answer.code() == WRONG_METHOD) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      }
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      boolean head = exchange.getRequestMethod().equals("HEAD");
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.code(), head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    } catch (IOException e) {
      LOG.debug("a caller of the Actuator went away", e);
    }
  }

  private Answer answer(String method, String path) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return problem(WRONG_METHOD, "the Actuator is only read");
    }
    try {
      return switch (path) {
        case ROOT, ROOT + "/" -> Answer.json(OK, links());
        case ROOT + "/health" ->
            Answer.json(source.isHealthy() ? OK : UNAVAILABLE, source.health());
        case ROOT + "/info" -> Answer.json(OK, source.info());
        case ROOT + "/prometheus" -> new Answer(OK, Metrics.CONTENT_TYPE, source.metrics());
        default -> problem(NOT_FOUND, "there are " + ROOT + "/health, /info and /prometheus");
      };
    } catch (RuntimeException e) {
      LOG.error("the Actuator failed", e);
      return problem(FAILED, "see the log of the component");
    }
  }

  private static Answer problem(int code, String message) {
    return Answer.json(code, JsonNodeFactory.instance.objectNode().put("message", message));
  }

  private static ObjectNode links() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ObjectNode links = all.putObject("_links");
    for (String name : new String[] {"health", "info", "prometheus"}) {
      links.putObject(name).put("href", ROOT + "/" + name);
    }
    return all;
  }

  /** For checks that may throw: a check that fails says no. */
  static boolean isTrue(Supplier<Boolean> check) {
    try {
      return check.get();
    } catch (RuntimeException e) {
      LOG.warn("the health check failed: {}", e.toString());
      return false;
    }
  }
}
