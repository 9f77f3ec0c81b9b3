package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Reviews;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.security.AccountTokens;
import dev.fleetwright.apiserver.service.WriteOptions.FieldValidation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gives tokens to service accounts ({@code kubectl create token}), and tells whom a token stands
 * for.
 */
final class TokenEndpoint {
  private static final String GROUP = "authentication.k8s.io";
  private static final Duration SHORTEST = Duration.ofMinutes(10);
  private static final long LONGEST = 1L << 32;
  private static final Map<String, String> BINDABLE = Map.of("Pod", "pods", "Secret", "secrets");

  private final Credentials credentials;
  private final InstantSource clock;

  TokenEndpoint(Credentials credentials, InstantSource clock) {
    this.credentials = credentials;
    this.clock = clock;
  }

  /** Whether a path asks for a token of an account. */
  static boolean isFor(ApiPath.Resource path) {
    return path.group().isEmpty()
        && path.version().equals("v1")
        && path.plural().equals("serviceaccounts")
        && path.part().equals("token")
        && !path.namespace().isEmpty();
  }

  void request(Exchange exchange, ApiPath.Resource path) {
    if (!exchange.method().equals("POST")) {
      throw Failure.methodNotAllowed();
    }
    String cluster = exchange.path().cluster();
    ObjectNode body = exchange.object(FieldValidation.IGNORE);
    String given = Json.textOrEmpty(body, "kind");
    if (!given.isEmpty() && !given.equals("TokenRequest")) {
      throw Failure.badRequest("the body is a " + given + " and not a TokenRequest");
    }
    String uid = credentials.uid(cluster, "serviceaccounts", path.namespace(), path.name());
    if (uid == null) {
      throw Failure.notFound(Failure.Target.of(path.name(), "", "serviceaccounts"));
    }
    JsonNode spec = body.path("spec");
    long seconds = spec.path("expirationSeconds").asLong(3600);
    List<Cause> causes = new ArrayList<>();
    if (seconds < SHORTEST.toSeconds()) {
      causes.add(
          Cause.invalid(
              "spec.expirationSeconds",
              String.valueOf(seconds),
              "may not specify a duration less than 10 minutes"));
    } else if (seconds > LONGEST) {
      causes.add(
          Cause.invalid(
              "spec.expirationSeconds",
              String.valueOf(seconds),
              "may not specify a duration larger than 2^32 seconds"));
    }
    AccountTokens.Bound bound = bound(cluster, path.namespace(), spec, causes);
    if (!causes.isEmpty()) {
      throw Failure.invalid(Failure.Target.of("", GROUP, "TokenRequest"), causes);
    }
    List<String> audiences = texts(spec.path("audiences"));
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var claims =
        new AccountTokens.Claims(
            cluster,
            path.namespace(),
            path.name(),
            uid,
            audiences.isEmpty() ? List.of(AccountTokens.ISSUER) : audiences,
            now,
            now.plusSeconds(seconds),
            UUID.randomUUID().toString(),
            bound);
    exchange.json(201, answer(claims, seconds, spec));
  }

  private AccountTokens.@Nullable Bound bound(
      String cluster, String namespace, JsonNode spec, List<Cause> causes) {
    JsonNode to = spec.path("boundObjectRef");
    if (!to.isObject()) {
      return null;
    }
    String kind = Json.textOrEmpty(to, "kind");
    String name = Json.textOrEmpty(to, "name");
    String plural = BINDABLE.get(kind);
    if (plural == null || !Json.textOrEmpty(to, "apiVersion").equals("v1")) {
      causes.add(
          Cause.invalid(
              "spec.boundObjectRef", "\"" + kind + "\"", "can only be a Pod or a Secret of v1"));
      return null;
    }
    String uid = credentials.uid(cluster, plural, namespace, name);
    if (uid == null) {
      throw Failure.notFound(Failure.Target.of(name, "", plural));
    }
    String wanted = Json.textOrEmpty(to, "uid");
    if (!wanted.isEmpty() && !wanted.equals(uid)) {
      throw Failure.conflict(
          Failure.Target.of(name, "", plural),
          "the UID in the bound object reference (%s) does not match the UID in record (%s)"
              .formatted(wanted, uid));
    }
    return new AccountTokens.Bound(kind, name, uid);
  }

  private ObjectNode answer(AccountTokens.Claims claims, long seconds, JsonNode asked) {
    ObjectNode answer = Json.object();
    answer.put("kind", "TokenRequest").put("apiVersion", GROUP + "/v1");
    answer
        .putObject("metadata")
        .put("name", claims.account())
        .put("namespace", claims.namespace())
        .put("creationTimestamp", claims.issued().toString());
    ObjectNode spec = answer.putObject("spec");
    strings(spec.putArray("audiences"), claims.audiences());
    spec.put("expirationSeconds", seconds);
    if (asked.path("boundObjectRef").isObject()) {
      spec.set("boundObjectRef", asked.get("boundObjectRef"));
    } else {
      spec.putNull("boundObjectRef");
    }
    answer
        .putObject("status")
        .put("token", credentials.sign(claims))
        .put("expirationTimestamp", claims.expires().toString());
    return answer;
  }

  /** The status of a TokenReview. */
  ObjectNode review(String cluster, JsonNode spec) {
    String token = Json.textOrEmpty(spec, "token");
    if (token.isEmpty()) {
      throw Failure.badRequest("token is required for TokenReview in authentication");
    }
    ObjectNode status = Json.object();
    Optional<Credentials.Proof> proof = credentials.proof(cluster, token);
    List<String> wanted = texts(spec.path("audiences"));
    List<String> asked = wanted.isEmpty() ? List.of(AccountTokens.ISSUER) : wanted;
    List<String> fit =
        proof.map(p -> p.audiences().stream().filter(asked::contains).toList()).orElse(List.of());
    status.put("authenticated", !fit.isEmpty());
    if (fit.isEmpty()) {
      return status.put(
          "error",
          proof.isEmpty()
              ? "the token is wrong, has expired, or belongs to somebody who is gone"
              : "the token is for other audiences");
    }
    status.set("user", Reviews.userInfo(proof.orElseThrow().caller()));
    strings(status.putArray("audiences"), fit);
    return status;
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  private static void strings(ArrayNode into, List<String> values) {
    values.forEach(into::add);
  }
}
