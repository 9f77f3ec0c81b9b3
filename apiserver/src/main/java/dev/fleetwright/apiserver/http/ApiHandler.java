package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.Catalog;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.Clusters;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;

/** The one entry for all requests: who asks, for what, and what is answered when it fails. */
public final class ApiHandler implements Handler {
  private static final Logger LOG = System.getLogger(ApiHandler.class.getName());
  private static final Set<String> HEALTH = Set.of("healthz", "readyz", "livez");

  private final Clusters clusters;
  private final Tokens tokens;
  private final ResourceEndpoint resources;
  private final String address;
  private final long maxBody;
  private final OpenApiEndpoint openApi = new OpenApiEndpoint();

  ApiHandler(
      Clusters clusters, Tokens tokens, ResourceEndpoint resources, String address, long maxBody) {
    this.clusters = clusters;
    this.tokens = tokens;
    this.resources = resources;
    this.address = address;
    this.maxBody = maxBody;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    Exchange exchange;
    try {
      exchange = new Exchange(request, response, maxBody);
    } catch (Failure failure) {
      response.status(failure.code()).header(HeaderNames.CONTENT_TYPE, "application/json");
      response.send(Json.bytes(failure.status()));
      return;
    }
    try {
      dispatch(exchange);
    } catch (Failure failure) {
      exchange.fail(failure);
    } catch (UncheckedIOException | ServerConnectionException e) {
      throw new CloseConnectionException("the client has gone", e);
    } catch (RuntimeException | StackOverflowError e) {
      if (exchange.isStreaming()) {
        throw new CloseConnectionException("the answer broke off", e);
      }
      LOG.log(Level.ERROR, exchange.method() + " " + exchange.path() + " failed", e);
      exchange.fail(Failure.internal("see the server's log"));
    }
  }

  private void dispatch(Exchange exchange) {
    ApiPath path = exchange.path();
    List<String> steps = path.steps();
    String first = steps.isEmpty() ? "" : steps.getFirst();
    if (HEALTH.contains(first) && exchange.method().equals("GET")) {
      clusters.of(path.cluster());
      exchange.text(200, "ok");
      return;
    }
    if (path.is("version") && exchange.method().equals("GET")) {
      exchange.json(200, version());
      return;
    }
    if (!tokens.accepts(exchange.header(HeaderNames.AUTHORIZATION))) {
      throw Failure.unauthorized();
    }
    Catalog catalog = clusters.of(path.cluster());
    boolean resource =
        (first.equals("api") && steps.size() > 2) || (first.equals("apis") && steps.size() > 3);
    if (resource) {
      resources.handle(exchange);
      return;
    }
    if (!exchange.method().equals("GET")) {
      throw steps.isEmpty() || first.startsWith("api")
          ? Failure.methodNotAllowed()
          : Failure.noSuchPath();
    }
    Media.of(exchange.accept());
    if (first.equals("openapi")) {
      openApi.handle(exchange, catalog);
      return;
    }
    exchange.json(200, about(catalog, steps, first));
  }

  private ObjectNode about(Catalog catalog, List<String> steps, String first) {
    return switch (first) {
      case "" -> paths();
      case "api" ->
          steps.size() == 1
              ? Discovery.coreVersions(address)
              : Discovery.resources(catalog, "", steps.get(1));
      case "apis" ->
          switch (steps.size()) {
            case 1 -> Discovery.groups(catalog);
            case 2 -> Discovery.group(catalog, steps.get(1));
            default -> Discovery.resources(catalog, steps.get(1), steps.get(2));
          };
      default -> throw Failure.noSuchPath();
    };
  }

  private static ObjectNode paths() {
    ObjectNode node = Json.object();
    var list = node.putArray("paths");
    List.of(
            "/api",
            "/api/v1",
            "/apis",
            "/clusters",
            "/healthz",
            "/livez",
            "/openapi/v3",
            "/readyz",
            "/version")
        .forEach(list::add);
    return node;
  }

  private static ObjectNode version() {
    return Json.object()
        .put("major", "1")
        .put("minor", "32")
        .put("gitVersion", "v1.32.0+fleetwright")
        .put("gitCommit", "")
        .put("gitTreeState", "clean")
        .put("buildDate", "2026-01-01T00:00:00Z")
        .put("goVersion", "")
        .put("compiler", "javac")
        .put("platform", "java");
  }
}
