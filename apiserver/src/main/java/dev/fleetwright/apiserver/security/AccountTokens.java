package dev.fleetwright.apiserver.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of service accounts: signed claims that end by themselves, so that nothing is stored for
 * them but the key. They are JSON Web Tokens by HMAC, since only this server checks them.
 */
public final class AccountTokens {
  /** Who issues the tokens, and for whom they are unless something else is asked for. */
  public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

  private static final String KEY_FILE = "accounts.key";
  private static final String CLUSTER = "fleetwright.dev/cluster";
  private static final String HEADER =
      encode("{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.US_ASCII));

  /**
   * What a token says.
   *
   * @param cluster the logical cluster that it counts in; empty for the hub
   * @param uid of the account: another one of its name is somebody else
   * @param bound an object that it dies with
   */
  public record Claims(
      String cluster,
      String namespace,
      String account,
      String uid,
      List<String> audiences,
      Instant issued,
      Instant expires,
      String id,
      @Nullable Bound bound) {
    public String user() {
      return "system:serviceaccount:" + namespace + ":" + account;
    }
  }

  /**
   * An object that a token dies with.
   *
   * @param kind Pod or Secret
   */
  public record Bound(String kind, String name, String uid) {}

  private final SecretKeySpec key;

  private AccountTokens(byte[] key) {
    this.key = new SecretKeySpec(key, "HmacSHA256");
  }

  /** Reads the key of a data directory, or makes it. */
  public static AccountTokens open(Path directory) throws IOException {
    Path file = directory.resolve(KEY_FILE);
    if (!Files.exists(file)) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      PrivateFile.write(file, encode(random) + "\n");
    }
    try {
      byte[] key = Base64.getUrlDecoder().decode(Files.readString(file).strip());
      if (key.length >= 32) {
        return new AccountTokens(key);
      }
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " holds no key; delete it to get a new one", e);
    }
    throw new IOException(file + " holds no usable key; delete it to get a new one");
  }

  public String sign(Claims claims) {
    ObjectNode body = Json.object();
    var audiences = body.putArray("aud");
    claims.audiences().forEach(audiences::add);
    body.put("exp", claims.expires().getEpochSecond());
    body.put("iat", claims.issued().getEpochSecond());
    body.put("nbf", claims.issued().getEpochSecond());
    body.put("iss", ISSUER).put("jti", claims.id()).put("sub", claims.user());
    ObjectNode facts = body.putObject("kubernetes.io").put("namespace", claims.namespace());
    facts.putObject("serviceaccount").put("name", claims.account()).put("uid", claims.uid());
    Bound bound = claims.bound();
    if (bound != null) {
      facts
          .putObject(bound.kind().toLowerCase(java.util.Locale.ROOT))
          .put("name", bound.name())
          .put("uid", bound.uid());
    }
    body.put(CLUSTER, claims.cluster());
    String text = HEADER + "." + encode(Json.bytes(body));
    return text + "." + encode(signature(text));
  }

  /**
   * What a token says that this server signed; nothing for all others, and for those that ended.
   */
  public Optional<Claims> read(String token, Instant now) {
    int end = token.lastIndexOf('.');
    if (end < 0 || !token.startsWith(HEADER + ".")) {
      return Optional.empty();
    }
    String text = token.substring(0, end);
    try {
      byte[] given = Base64.getUrlDecoder().decode(token.substring(end + 1));
      if (!MessageDigest.isEqual(given, signature(text))) {
        return Optional.empty();
      }
      byte[] body = Base64.getUrlDecoder().decode(text.substring(HEADER.length() + 1));
      return Optional.of(claims(Json.parse(body, false)))
          .filter(claims -> now.isBefore(claims.expires()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Claims claims(JsonNode body) {
    JsonNode facts = body.path("kubernetes.io");
    var audiences = new ArrayList<String>();
    body.path("aud").forEach(audience -> audiences.add(audience.asText()));
    Bound bound = null;
    for (String kind : List.of("Pod", "Secret")) {
      JsonNode to = facts.path(kind.toLowerCase(java.util.Locale.ROOT));
      if (to.isObject()) {
        bound = new Bound(kind, to.path("name").asText(), to.path("uid").asText());
      }
    }
    return new Claims(
        body.path(CLUSTER).asText(),
        facts.path("namespace").asText(),
        facts.path("serviceaccount").path("name").asText(),
        facts.path("serviceaccount").path("uid").asText(),
        audiences,
        Instant.ofEpochSecond(body.path("iat").asLong()),
        Instant.ofEpochSecond(body.path("exp").asLong()),
        body.path("jti").asText(),
        bound);
  }

  private byte[] signature(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
