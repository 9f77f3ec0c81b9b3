package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;

/** The bearer token of the administrator, made once for a data directory. */
public final class Tokens {
  private final String admin;
  private final byte[] adminDigest;

  private Tokens(String admin) {
    this.admin = admin;
    this.adminDigest = digest(admin);
  }

  /** Reads the token, or makes one. */
  public static Tokens open(Path directory) throws IOException {
    Path file = directory.resolve("admin.token");
    if (!Files.exists(file)) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      PrivateFile.write(
          file, Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n");
    }
    String token = Files.readString(file).strip();
    if (token.length() < 16) {
      throw new IOException(file + " holds no usable token; delete it to get a new one");
    }
    return new Tokens(token);
  }

  public String admin() {
    return admin;
  }

  /** Whether an Authorization header carries a known token; takes the same time for all others. */
  public boolean accepts(String authorization) {
    String lower = authorization.toLowerCase(Locale.ROOT);
    String given = lower.startsWith("bearer ") ? authorization.substring(7).strip() : "";
    return MessageDigest.isEqual(digest(given), adminDigest);
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
