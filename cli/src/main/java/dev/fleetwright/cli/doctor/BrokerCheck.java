package dev.fleetwright.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.Supplier;

/**
 * Does the RabbitMQ that was named answer as an AMQP 0-9-1 broker? With none named, the embedded
 * one is used.
 */
record BrokerCheck(String uri, int timeoutMillis) implements Supplier<Finding> {

  private static final byte[] GREETING = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
  private static final int METHOD_FRAME = 1;

  @Override
  public Finding get() {
    if (uri.isEmpty()) {
      return Finding.ok("rabbitmq", "none configured; the embedded broker is used");
    }
    URI address;
    try {
      address = new URI(uri);
    } catch (URISyntaxException e) {
      return Finding.fail(
          "rabbitmq", "not an address", "write it as amqp://user:password@host:5672");
    }
    if (address.getHost() == null
        || !("amqp".equals(address.getScheme()) || "amqps".equals(address.getScheme()))) {
      return Finding.fail(
          "rabbitmq", "not an AMQP address", "write it as amqp://user:password@host:5672");
    }
    boolean tls = "amqps".equals(address.getScheme());
    int port = address.getPort() >= 0 ? address.getPort() : tls ? 5671 : 5672;
    // Without the user information: it holds a password.
    String shown = address.getScheme() + "://" + address.getHost() + ":" + port;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.getHost(), port), timeoutMillis);
      if (tls) {
        return Finding.ok("rabbitmq", shown + " accepts connections (TLS not tried)");
      }
      socket.setSoTimeout(timeoutMillis);
      socket.getOutputStream().write(GREETING);
      int first = socket.getInputStream().read();
      return first == METHOD_FRAME
          ? Finding.ok("rabbitmq", shown + " speaks AMQP 0-9-1")
          : Finding.fail(
              "rabbitmq",
              shown + " answers, but not in AMQP 0-9-1",
              "check the port: RabbitMQ's is 5672");
    } catch (IOException e) {
      return Finding.fail(
          "rabbitmq",
          shown + " cannot be reached: " + e.getMessage(),
          "start it (apt-get install rabbitmq-server), or leave --amqp out to use the embedded"
              + " broker");
    }
  }
}
