package dev.fleetwright.amqp;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker is and how to log in. The password never appears when this is printed.
 *
 * @param tls whether the connection is encrypted, with the host's name verified
 */
public record BrokerAddress(
    String host,
    int port,
    String virtualHost,
    String user,
    String password,
    boolean tls,
    TlsFiles tlsFiles) {

  private static final String CODE = "invalid-broker-address";
  private static final String FORM = "write amqp://user:password@host:port/vhost";
  private static final int PLAIN_PORT = 5672;
  private static final int TLS_PORT = 5671;

  private static final String PASSWORD_FILE = "passwordfile";
  private static final String AUTHORITY_FILE = "cacertfile";
  private static final String CERTIFICATE_FILE = "certfile";
  private static final String KEY_FILE = "keyfile";
  private static final List<String> PARAMETERS =
      List.of(PASSWORD_FILE, AUTHORITY_FILE, CERTIFICATE_FILE, KEY_FILE);

  public BrokerAddress(
      String host, int port, String virtualHost, String user, String password, boolean tls) {
    this(host, port, virtualHost, user, password, tls, TlsFiles.NONE);
  }

  /**
   * Reads {@code amqp://user:password@host:port/vhost}; {@code amqps} is encrypted. After a {@code
   * ?} stand files: {@code passwordfile} instead of a password in the text, and for {@code amqps}
   * {@code cacertfile}, {@code certfile} and {@code keyfile}, as RabbitMQ itself names them.
   */
  public static Checked<BrokerAddress> parse(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      return Checked.invalid(problem("", "the address of the broker is no URI", FORM));
    }
    List<Problem> problems = new ArrayList<>();
    boolean tls = "amqps".equals(uri.getScheme());
    if (!tls && !"amqp".equals(uri.getScheme())) {
      problems.add(problem("", "the address of a broker starts with amqp:// or amqps://", FORM));
    } else if (uri.getHost() == null) {
      problems.add(problem("", "the address of the broker names no host", FORM));
    }
    Map<String, String> parameters = parameters(uri.getRawQuery(), tls, problems);
    String login = uri.getRawUserInfo() == null ? "guest:guest" : uri.getRawUserInfo();
    int colon = login.indexOf(':');
    Path passwordFile = file(parameters, PASSWORD_FILE, problems);
    String password = "";
    if (parameters.containsKey(PASSWORD_FILE)) {
      if (colon >= 0 && uri.getRawUserInfo() != null) {
        problems.add(
            problem(PASSWORD_FILE, "there is a password and a file of one", "leave one out"));
      }
      password = passwordFile == null ? "" : secret(passwordFile, problems);
    } else if (colon < 0) {
      problems.add(problem("", "the address of the broker has a user and no password", FORM));
    } else {
      password = decoded(login.substring(colon + 1));
    }
    TlsFiles files =
        new TlsFiles(
            file(parameters, AUTHORITY_FILE, problems),
            file(parameters, CERTIFICATE_FILE, problems),
            file(parameters, KEY_FILE, problems));
    if (parameters.containsKey(CERTIFICATE_FILE) != parameters.containsKey(KEY_FILE)) {
      problems.add(
          problem(
              CERTIFICATE_FILE,
              "a certificate needs its key, and a key its certificate",
              "name both certfile and keyfile"));
    }
    String host = uri.getHost();
    if (!problems.isEmpty() || host == null) {
      return Checked.invalid(problems);
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return Checked.valid(
        new BrokerAddress(
            host,
            uri.getPort() >= 0 ? uri.getPort() : tls ? TLS_PORT : PLAIN_PORT,
            path.length() <= 1 ? "/" : decoded(path.substring(1)),
            decoded(colon < 0 ? login : login.substring(0, colon)),
            password,
            tls,
            files));
  }

  private static Map<String, String> parameters(
      @Nullable String query, boolean tls, List<Problem> problems) {
    Map<String, String> found = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return found;
    }
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = decoded(equals < 0 ? part : part.substring(0, equals));
      if (!PARAMETERS.contains(name)) {
        problems.add(
            problem(
                name,
                "the address of the broker has an unknown parameter",
                Suggestion.nearest(name, PARAMETERS)
                    .map(near -> "did you mean \"" + near + "\"?")
                    .orElse("use one of " + String.join(", ", PARAMETERS))));
      } else if (found.put(name, equals < 0 ? "" : decoded(part.substring(equals + 1))) != null) {
        problems.add(problem(name, "the parameter is there twice", "leave one out"));
      } else if (!tls && !name.equals(PASSWORD_FILE)) {
        problems.add(
            problem(
                name,
                "the connection is not encrypted, so the file is of no use",
                "write amqps://"));
      }
    }
    return found;
  }

  private static @Nullable Path file(
      Map<String, String> parameters, String name, List<Problem> problems) {
    String value = parameters.get(name);
    if (value == null) {
      return null;
    }
    try {
      Path path = Path.of(value);
      if (Files.isReadable(path) && Files.isRegularFile(path)) {
        return path;
      }
    } catch (InvalidPathException e) {
      // Reported as any other that cannot be read.
    }
    problems.add(
        problem(name, "the file " + value + " cannot be read", "name a file that this user reads"));
    return null;
  }

  /** One trailing line end is the editor's, not the password's. */
  private static String secret(Path file, List<Problem> problems) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
    } catch (IOException e) {
      problems.add(
          problem(PASSWORD_FILE, "the file " + file + " cannot be read as text", "write it anew"));
      return "";
    }
  }

  private static Problem problem(String path, String message, String nextStep) {
    return new Problem(CODE, path, message, nextStep);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** What {@link #parse} reads, with the password: for a file that nobody else can read. */
  public String secretUri() {
    StringBuilder uri = new StringBuilder(tls ? "amqps://" : "amqp://");
    uri.append(encoded(user)).append(':').append(encoded(password)).append('@');
    uri.append(host).append(':').append(port).append('/');
    uri.append(virtualHost.equals("/") ? "" : encoded(virtualHost));
    char separator = '?';
    Map<String, @Nullable Path> files = new LinkedHashMap<>();
    files.put(AUTHORITY_FILE, tlsFiles.authority());
    files.put(CERTIFICATE_FILE, tlsFiles.certificate());
    files.put(KEY_FILE, tlsFiles.key());
    for (Map.Entry<String, @Nullable Path> file : files.entrySet()) {
      Path path = file.getValue();
      if (path != null) {
        uri.append(separator).append(file.getKey()).append('=');
        uri.append(encoded(path.toAbsolutePath().toString()));
        separator = '&';
      }
    }
    return uri.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return (tls ? "amqps://" : "amqp://")
        + user
        + ":***@"
        + host
        + ":"
        + port
        + "/"
        + (virtualHost.equals("/") ? "" : virtualHost);
  }
}
