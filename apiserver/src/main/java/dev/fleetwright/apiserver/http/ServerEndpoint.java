package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.metrics.Metrics;
import dev.fleetwright.apiserver.service.Clusters;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What concerns the server as a whole: its figures, its logical clusters, a backup. */
final class ServerEndpoint {
  private final Clusters clusters;
  private final Metrics metrics;
  private final Administration administration;

  ServerEndpoint(Clusters clusters, Metrics metrics, Administration administration) {
    this.clusters = clusters;
    this.metrics = metrics;
    this.administration = administration;
  }

  /** Whether a path of the hub belongs here. */
  static boolean isFor(ApiPath path, String method) {
    boolean creation =
        !path.cluster().isEmpty()
            && path.steps().isEmpty()
            && (method.equals("PUT") || method.equals("POST"));
    return creation
        || (path.cluster().isEmpty()
            && path.steps().size() == 1
            && List.of("metrics", "clusters", "backup").contains(path.steps().getFirst()));
  }

  /** The path as roles name it. */
  static String pathOf(ApiPath path) {
    return path.cluster().isEmpty() ? "/" + path.steps().getFirst() : "/clusters/" + path.cluster();
  }

  void handle(Exchange exchange) {
    ApiPath path = exchange.path();
    if (!path.cluster().isEmpty()) {
      create(exchange, path.cluster());
      return;
    }
    if (!exchange.method().equals("GET")) {
      throw Failure.methodNotAllowed();
    }
    switch (path.steps().getFirst()) {
      case "metrics" -> {
        exchange.text(200, metrics.text());
      }
      case "clusters" -> {
        ObjectNode answer = Json.object();
        ArrayNode names = answer.putArray("clusters");
        clusters.names().forEach(names::add);
        exchange.json(200, answer);
      }
      default -> backup(exchange);
    }
  }

  private void create(Exchange exchange, String name) {
    boolean fresh;
    try {
      fresh = administration.addCluster(name);
    } catch (IOException e) {
      throw Failure.storage(String.valueOf(e.getMessage()));
    }
    ObjectNode answer = Json.object().put("cluster", name).put("path", "/clusters/" + name);
    exchange.json(fresh ? 201 : 200, answer);
  }

  private void backup(Exchange exchange) {
    Path file;
    try {
      file = administration.backup();
    } catch (IOException e) {
      throw Failure.storage("the backup could not be made: " + e.getMessage());
    }
    try (OutputStream out = exchange.stream("application/vnd.sqlite3")) {
      Files.copy(file, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deleteQuietly(file);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      System.getLogger(ServerEndpoint.class.getName())
          .log(System.Logger.Level.WARNING, "a copy made for a backup stays: " + file);
    }
  }
}
