package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.access.Authorizer;
import dev.fleetwright.apiserver.access.Caller;
import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.security.SubjectName;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.Clusters;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds out who asks: by token, else by certificate; and as whom, where that is asked. */
final class Authentication {
  private static final HeaderName AS_USER = HeaderNames.create("Impersonate-User");
  private static final HeaderName AS_GROUP = HeaderNames.create("Impersonate-Group");
  private static final HeaderName AS_UID = HeaderNames.create("Impersonate-Uid");
  private static final String AS_EXTRA = "impersonate-extra-";

  private final Credentials credentials;
  private final Authorizer authorizer;

  Authentication(Credentials credentials, Authorizer authorizer) {
    this.credentials = credentials;
    this.authorizer = authorizer;
  }

  /**
   * Who asks, and who did the asking when that is another.
   *
   * @param real who proved a name; the same as {@code caller} unless someone is impersonated
   */
  record Identity(Caller caller, Caller real) {
    boolean isImpersonated() {
      return !caller.equals(real);
    }
  }

  Identity identify(Exchange exchange) {
    Caller real = proven(exchange);
    Caller caller = impersonated(exchange, real);
    return new Identity(caller, real);
  }

  private Caller proven(Exchange exchange) {
    String authorization = exchange.header(HeaderNames.AUTHORIZATION);
    if (!authorization.isEmpty()) {
      // A wrong token is a mistake worth telling, whatever the certificate says.
      return credentials
          .caller(exchange.path().cluster(), Tokens.bearer(authorization))
          .orElseThrow(Failure::unauthorized);
    }
    return exchange
        .certificate()
        .map(SubjectName::of)
        .map(holder -> Caller.of(holder.user(), holder.groups()))
        .orElseThrow(Failure::unauthorized);
  }

  private Caller impersonated(Exchange exchange, Caller real) {
    String user = exchange.header(AS_USER);
    List<String> groups = exchange.headers(AS_GROUP);
    String uid = exchange.header(AS_UID);
    Map<String, List<String>> extra = extra(exchange);
    if (user.isEmpty()) {
      if (!groups.isEmpty() || !uid.isEmpty() || !extra.isEmpty()) {
        throw Failure.badRequest("impersonation needs the header Impersonate-User");
      }
      return real;
    }
    // Rights in a logical cluster count in it alone, not for what concerns the whole server.
    String cluster =
        ServerEndpoint.isFor(exchange.path(), exchange.method())
            ? Clusters.HUB
            : exchange.path().cluster();
    String[] account = user.split(":", -1);
    if (user.startsWith("system:serviceaccount:") && account.length == 4) {
      require(real, cluster, "", "serviceaccounts", account[2], account[3]);
    } else {
      require(real, cluster, "", "users", "", user);
    }
    groups.forEach(group -> require(real, cluster, "", "groups", "", group));
    if (!uid.isEmpty()) {
      require(real, cluster, "authentication.k8s.io", "uids", "", uid);
    }
    extra.forEach((key, values) ->
        values.forEach(value -> {
          var deed =
              new Deed.OnResource(
                  cluster, "impersonate", "authentication.k8s.io", "userextras", key, "", value);
          authorizer.require(real, deed);
        }));
    return Caller.of(user, uid, groups, extra);
  }

  private void require(
      Caller real, String cluster, String group, String resource, String namespace, String name) {
    authorizer.require(
        real, new Deed.OnResource(cluster, "impersonate", group, resource, "", namespace, name));
  }

  private static Map<String, List<String>> extra(Exchange exchange) {
    var extra = new LinkedHashMap<String, List<String>>();
    exchange.eachHeader((name, values) -> {
      if (name.regionMatches(true, 0, AS_EXTRA, 0, AS_EXTRA.length())) {
        String key = name.substring(AS_EXTRA.length()).toLowerCase(Locale.ROOT);
        extra.put(Query.decode(key), List.copyOf(values));
      }
    });
    return extra;
  }
}
