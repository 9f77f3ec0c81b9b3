package dev.fleetwright.hub.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The port where others ask how a hub is: {@code /healthz}, {@code /readyz} and {@code /metrics}.
 */
public final class HealthPort implements AutoCloseable {

  /**
   * An answer to a probe.
   *
   * @param good 200, else 503
   */
  public record Answer(boolean good, String text) {}

  private final HttpServer server;

  private HealthPort(HttpServer server) {
    this.server = server;
  }

  /**
   * Listens.
   *
   * @throws IOException when the address is taken
   */
  public static HealthPort open(
      InetSocketAddress address, Supplier<Answer> alive, Supplier<Answer> ready, Metrics metrics)
      throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    probe(server, "/healthz", alive);
    probe(server, "/livez", alive);
    probe(server, "/readyz", ready);
    server.createContext(
        "/metrics",
        exchange ->
            answer(
                exchange,
                "/metrics",
                200,
                "text/plain; version=0.0.4; charset=utf-8",
                metrics.text()));
    server.createContext("/", exchange -> answer(exchange, "", 404, "text/plain", "not found\n"));
    server.start();
    return new HealthPort(server);
  }

  private static void probe(HttpServer server, String path, Supplier<Answer> question) {
    server.createContext(
        path,
        exchange -> {
          Answer answer = question.get();
          answer(
              exchange,
              path,
              answer.good ? 200 : 503,
              "text/plain; charset=utf-8",
              answer.text + "\n");
        });
  }

  private static void answer(HttpExchange exchange, String path, int code, String type, String text)
      throws IOException {
    try (exchange) {
      String asked = exchange.getRequestURI().getPath();
      String method = exchange.getRequestMethod();
      boolean known = asked.equals(path) || path.isEmpty();
      boolean reads = method.equals("GET") || method.equals("HEAD");
      byte[] body = (known && reads ? text : "not found\n").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      int status = !known ? 404 : !reads ? 405 : code;
      if (method.equals("HEAD")) {
        exchange.sendResponseHeaders(status, -1);
      } else {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
