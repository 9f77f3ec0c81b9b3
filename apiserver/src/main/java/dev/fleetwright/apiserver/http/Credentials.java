package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.access.Caller;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.security.AccountTokens;
import dev.fleetwright.apiserver.security.AccountTokens.Claims;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.Address;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.service.ObjectService;
import dev.fleetwright.apiserver.service.Subresource;
import dev.fleetwright.apiserver.store.Entry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whom a bearer token stands for: one of the data directory, everywhere; or a service account, in
 * its own cluster and as long as the account is there.
 */
final class Credentials {
  private static final String ID = "authentication.kubernetes.io/credential-id";

  private final Tokens tokens;
  private final AccountTokens accounts;
  private final Clusters clusters;
  private final ObjectService objects;
  private final InstantSource clock;

  /** There are only as many as files with tokens. */
  private final Map<Tokens.Holder, Proof> holders = new ConcurrentHashMap<>();

  Credentials(
      Tokens tokens,
      AccountTokens accounts,
      Clusters clusters,
      ObjectService objects,
      InstantSource clock) {
    this.tokens = tokens;
    this.accounts = accounts;
    this.clusters = clusters;
    this.objects = objects;
    this.clock = clock;
  }

  /** What a token proves, and to whom. */
  record Proof(Caller caller, List<String> audiences) {}

  /** Who shows this token to the server itself. */
  Optional<Caller> caller(String cluster, String token) {
    return proof(cluster, token)
        .filter(proof -> proof.audiences().contains(AccountTokens.ISSUER))
        .map(Proof::caller);
  }

  Optional<Proof> proof(String cluster, String token) {
    Tokens.Holder holder = tokens.holderOf(token);
    if (holder != null) {
      return Optional.of(holders.computeIfAbsent(holder, Credentials::proof));
    }
    return accounts
        .read(token, clock.instant())
        .filter(claims -> claims.cluster().equals(cluster) && clusters.exists(cluster))
        .filter(this::isAlive)
        .map(claims ->
            new Proof(
                Caller.of(
                    claims.user(),
                    claims.uid(),
                    List.of(),
                    Map.of(ID, List.of("JTI=" + claims.id()))),
                claims.audiences()));
  }

  private static Proof proof(Tokens.Holder holder) {
    return new Proof(Caller.of(holder.user(), holder.groups()), List.of(AccountTokens.ISSUER));
  }

  private boolean isAlive(Claims claims) {
    AccountTokens.Bound bound = claims.bound();
    return claims.uid().equals(uid(claims, "serviceaccounts", claims.account()))
        && (bound == null
            || bound
                .uid()
                .equals(
                    uid(claims, bound.kind().equals("Pod") ? "pods" : "secrets", bound.name())));
  }

  private @Nullable String uid(Claims claims, String plural, String name) {
    return uid(claims.cluster(), plural, claims.namespace(), name);
  }

  /** The uid of an object of the core group; null when it is not there or goes. */
  @Nullable String uid(String cluster, String plural, String namespace, String name) {
    ResourceType type = clusters.of(cluster).find("", "v1", plural);
    Entry entry =
        type == null
            ? null
            : objects.find(new Address(cluster, type, namespace, name, Subresource.NONE));
    return entry == null || entry.isDeleting()
        ? null
        : Json.textOrEmpty(entry.tree(), "metadata", "uid");
  }

  String sign(Claims claims) {
    return accounts.sign(claims);
  }
}
