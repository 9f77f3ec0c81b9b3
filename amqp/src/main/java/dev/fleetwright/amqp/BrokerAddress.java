package dev.fleetwright.amqp;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Where a broker is and how to log in. The password never appears when this is printed.
 *
 * @param tls whether the connection is encrypted, with the host's name verified
 */
public record BrokerAddress(
    String host, int port, String virtualHost, String user, String password, boolean tls) {

  private static final String FORM = "write amqp://user:password@host:port/vhost";

  /** Reads {@code amqp://user:password@host:port/vhost}; {@code amqps} is encrypted. */
  public static Checked<BrokerAddress> parse(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      return invalid("the address of the broker is no URI");
    }
    boolean tls = "amqps".equals(uri.getScheme());
    if (!tls && !"amqp".equals(uri.getScheme())) {
      return invalid("the address of a broker starts with amqp:// or amqps://");
    }
    if (uri.getHost() == null) {
      return invalid("the address of the broker names no host");
    }
    String login = uri.getRawUserInfo() == null ? "guest:guest" : uri.getRawUserInfo();
    int colon = login.indexOf(':');
    if (colon < 0) {
      return invalid("the address of the broker has a user and no password");
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return Checked.valid(
        new BrokerAddress(
            uri.getHost(),
            uri.getPort() >= 0 ? uri.getPort() : tls ? 5671 : 5672,
            path.length() <= 1 ? "/" : decoded(path.substring(1)),
            decoded(login.substring(0, colon)),
            decoded(login.substring(colon + 1)),
            tls));
  }

  private static Checked<BrokerAddress> invalid(String message) {
    return Checked.invalid(new Problem("invalid-broker-address", "", message, FORM));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
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
