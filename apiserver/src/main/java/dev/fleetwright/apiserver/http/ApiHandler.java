package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Authorizer;
import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.access.Reviews;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.Catalog;
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
import java.util.Locale;

/** The one entry for all requests: who asks, for what, and what is answered when it fails. */
public final class ApiHandler implements Handler {
  private static final Logger LOG = System.getLogger(ApiHandler.class.getName());

  private final Clusters clusters;
  private final Authentication authentication;
  private final Authorizer authorizer;
  private final ResourceEndpoint resources;
  private final ReviewEndpoint reviews;
  private final ServerEndpoint server;
  private final Health health;
  private final Accounts accounts;
  private final StuckReads reads;
  private final String address;
  private final long maxBody;
  private final OpenApiEndpoint openApi = new OpenApiEndpoint();

  ApiHandler(
      Clusters clusters,
      Authentication authentication,
      Authorizer authorizer,
      ResourceEndpoint resources,
      ReviewEndpoint reviews,
      ServerEndpoint server,
      Health health,
      Accounts accounts,
      StuckReads reads,
      String address,
      long maxBody) {
    this.clusters = clusters;
    this.authentication = authentication;
    this.authorizer = authorizer;
    this.resources = resources;
    this.reviews = reviews;
    this.server = server;
    this.health = health;
    this.accounts = accounts;
    this.reads = reads;
    this.address = address;
    this.maxBody = maxBody;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    long start = System.nanoTime();
    Exchange exchange;
    try {
      exchange = new Exchange(request, response, maxBody, reads);
    } catch (Failure failure) {
      response.status(failure.code()).header(HeaderNames.CONTENT_TYPE, "application/json");
      response.send(Json.bytes(failure.status()));
      return;
    }
    try {
      answer(exchange);
    } finally {
      accounts.done(exchange, System.nanoTime() - start);
    }
    if (exchange.isLast()) {
      // The HTTP server tells so in its answer, but reads on.
      throw new CloseConnectionException("the last answer on this connection was sent");
    }
  }

  private void answer(Exchange exchange) {
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
    if (exchange.method().equals("GET")) {
      if (Health.isAskedBy(steps)) {
        clusters.of(path.cluster());
        health.answer(exchange, steps);
        return;
      }
      if (path.is("version")) {
        exchange.json(200, version());
        return;
      }
    }
    exchange.identity(authentication.identify(exchange));
    if (ServerEndpoint.isFor(path, exchange.method())) {
      String verb = exchange.method().toLowerCase(Locale.ROOT);
      permit(exchange, new Deed.OnPath(Clusters.HUB, verb, ServerEndpoint.pathOf(path)));
      server.handle(exchange);
      return;
    }
    Deed deed = RequestDeed.of(exchange);
    permit(exchange, deed);
    Catalog catalog = clusters.of(path.cluster());
    if (RequestDeed.isResource(steps)) {
      ApiPath.Resource resource = path.resource();
      Reviews.Kind review = ReviewEndpoint.kindOf(resource);
      if (review != null) {
        reviews.handle(exchange, resource, review);
      } else if (TokenEndpoint.isFor(resource)) {
        reviews.tokens().request(exchange, resource);
      } else {
        accounts.begun(exchange);
        resources.handle(exchange);
      }
      return;
    }
    String first = steps.isEmpty() ? "" : steps.getFirst();
    if (!exchange.method().equals("GET")) {
      throw steps.isEmpty() || first.startsWith("api")
          ? Failure.methodNotAllowed()
          : Failure.noSuchPath();
    }
    if (path.is("openapi", "v2")) {
      OldOpenApi.answer(exchange);
      return;
    }
    Media.of(exchange.accept());
    if (first.equals("openapi")) {
      openApi.handle(exchange, catalog);
      return;
    }
    exchange.json(200, about(catalog, steps, first));
  }

  private void permit(Exchange exchange, Deed deed) {
    exchange.deed(deed);
    authorizer.require(exchange.caller(), deed);
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
            "/backup",
            "/clusters",
            "/healthz",
            "/livez",
            "/metrics",
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
