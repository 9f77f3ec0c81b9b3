package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bearer tokens of a data directory: random, each in a file that only its owner may read, made
 * once and kept.
 */
public final class Tokens {
  /** The name that the administrator's token stands for. */
  public static final String ADMIN = "admin";

  private static final String ENDING = ".token";

  /** Whom a token stands for. */
  public record Holder(String user, List<String> groups) {}

  private static final class Known {
    private final String token;
    private final Holder holder;

    /** Of one length for all tokens, so that comparing takes one time for all. */
    private final byte[] digest;

    Known(String token, Holder holder) {
      this.token = token;
      this.holder = holder;
      this.digest = Tokens.digest(token);
    }
  }

  private final Path directory;
  private final List<Known> known = new CopyOnWriteArrayList<>();

  /** By the beginning of the digest, of which nobody learns anything about another token. */
  private final Map<Long, List<Known>> byDigest = new ConcurrentHashMap<>();

  private Tokens(Path directory) {
    this.directory = directory;
  }

  /**
   * Reads all tokens, and makes that of the administrator where it is missing.
   *
   * @param adminGroups what the administrator belongs to
   */
  public static Tokens open(Path directory, List<String> adminGroups) throws IOException {
    var tokens = new Tokens(directory);
    tokens.add(directory.resolve(ADMIN + ENDING), new Holder(ADMIN, adminGroups));
    Path others = directory.resolve("tokens");
    if (Files.isDirectory(others)) {
      try (Stream<Path> files = Files.list(others)) {
        for (Path file : files.filter(f -> f.toString().endsWith(ENDING)).sorted().toList()) {
          tokens.add(file, holder(file));
        }
      }
    }
    return tokens;
  }

  /** The token of a user, made where there is none; the groups are those of the first time. */
  public synchronized String issue(String user, List<String> groups) throws IOException {
    for (Known one : known) {
      if (one.holder.user().equals(user)) {
        return one.token;
      }
    }
    Path others = directory.resolve("tokens");
    PrivateFile.createDirectory(others);
    String name = URLEncoder.encode(user, StandardCharsets.UTF_8) + ENDING;
    return add(others.resolve(name), new Holder(user, groups)).token;
  }

  private Known add(Path file, Holder holder) throws IOException {
    if (!Files.exists(file)) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      var text = new StringBuilder(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
      if (!holder.user().equals(ADMIN)) {
        holder.groups().forEach(group -> text.append("\ngroup ").append(group));
      }
      PrivateFile.write(file, text + "\n");
    }
    String token = Files.readAllLines(file).stream().findFirst().orElse("").strip();
    if (token.length() < 16) {
      throw new IOException(file + " holds no usable token; delete it to get a new one");
    }
    var one = new Known(token, holder);
    known.add(one);
    byDigest.computeIfAbsent(start(one.digest), _ -> new CopyOnWriteArrayList<>()).add(one);
    return one;
  }

  private static Holder holder(Path file) throws IOException {
    String name = file.getFileName().toString();
    var groups = new ArrayList<String>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("group ")) {
        groups.add(line.substring(6).strip());
      }
    }
    String user = name.substring(0, name.length() - ENDING.length());
    try {
      return new Holder(URLDecoder.decode(user, StandardCharsets.UTF_8), List.copyOf(groups));
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is not named after a user", e);
    }
  }

  public String admin() {
    return known.getFirst().token;
  }

  /** The token in an Authorization header; empty when there is none. */
  public static String bearer(String authorization) {
    String lower = authorization.toLowerCase(Locale.ROOT);
    return lower.startsWith("bearer ") ? authorization.substring(7).strip() : "";
  }

  /**
   * Whom a token stands for, or null. How long it takes tells nothing of how much of a token is
   * right.
   */
  public @Nullable Holder holderOf(String token) {
    byte[] digest = digest(token);
    Holder found = null;
    for (Known one : byDigest.getOrDefault(start(digest), List.of())) {
      if (MessageDigest.isEqual(digest, one.digest)) {
        found = one.holder;
      }
    }
    return found;
  }

  private static long start(byte[] digest) {
    return ByteBuffer.wrap(digest).getLong();
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
