package dev.fleetwright.hub.admission;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where an API server asks about objects before it stores them: {@code POST /validate} over TLS.
 * Anyone who reaches the port may ask; the answer tells nothing that was not in the question.
 */
public final class WebhookPort implements AutoCloseable {

  public static final String PATH = "/validate";

  /** An object and its former state, each at most what a server stores, and room around them. */
  private static final int MAX_BODY = 8 << 20;

  private static final long MAX_SKIPPED = 4L * MAX_BODY;

  private static final Logger LOG = LoggerFactory.getLogger(WebhookPort.class);

  private final HttpsServer server;
  private final ChangingKey key;

  private WebhookPort(HttpsServer server, ChangingKey key) {
    this.server = server;
    this.key = key;
  }

  /**
   * Listens.
   *
   * @throws IOException when the address is taken or the certificate cannot be used
   */
  public static WebhookPort open(InetSocketAddress address, ServingCertificate certificate)
      throws IOException {
    ChangingKey key = new ChangingKey(certificate.keyManager());
    HttpsServer server;
    try {
      server = HttpsServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {key}, null, null);
      server.setHttpsConfigurator(new HttpsConfigurator(context));
    } catch (GeneralSecurityException e) {
      server.stop(0);
      throw new IOException("TLS is not to be had: " + e.getMessage(), e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", WebhookPort::serve);
    server.start();
    return new WebhookPort(server, key);
  }

  /** Shows another certificate from the next connection on. */
  public void use(ServingCertificate certificate) throws IOException {
    key.use(certificate.keyManager());
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        text(exchange, 404, "not found");
      } else if (!exchange.getRequestMethod().equals("POST")) {
        text(exchange, 405, "only POST");
      } else {
        review(exchange);
      }
    }
  }

  private static void review(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    if (body.length > MAX_BODY) {
      // A client that still sends does not listen: read on for a while, then hang up.
      for (long rest = MAX_SKIPPED; rest > 0; ) {
        int more = exchange.getRequestBody().read(body, 0, (int) Math.min(rest, body.length));
        rest = more < 0 ? 0 : rest - more;
      }
      exchange.getResponseHeaders().set("Connection", "close");
      text(exchange, 413, "the review is larger than " + MAX_BODY + " bytes");
      return;
    }
    try {
      send(exchange, 200, "application/json", AdmissionReviews.answer(body));
    } catch (AdmissionReviews.NoReview e) {
      text(exchange, 400, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.error("a review could not be answered", e);
      text(exchange, 500, "the check failed: " + e);
    }
  }

  private static void text(HttpExchange exchange, int code, String text) throws IOException {
    send(
        exchange,
        code,
        "text/plain; charset=utf-8",
        (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(code, -1);
      return;
    }
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
