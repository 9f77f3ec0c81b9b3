package dev.fleetwright.hub.admission;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open port and the thread that looks for a newer certificate now and then. */
public final class Webhook implements AutoCloseable {

  /** Where certificates come from: files, or a {@link CertificateKeeper}. */
  @FunctionalInterface
  public interface Source {
    ServingCertificate current() throws IOException;
  }

  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);

  private final WebhookPort port;
  private final Source source;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("webhook-certificate").factory());
  private ServingCertificate shown;

  private Webhook(WebhookPort port, Source source, ServingCertificate shown) {
    this.port = port;
    this.source = source;
    this.shown = shown;
  }

  /**
   * Listens, and looks every minute whether there is another certificate.
   *
   * @throws IOException when there is no usable certificate, or the address is taken
   */
  public static Webhook start(InetSocketAddress address, Source source) throws IOException {
    ServingCertificate first = source.current();
    Webhook webhook = new Webhook(WebhookPort.open(address, first), source, first);
    long every = LOOK_EVERY.toMillis();
    var _ =
        webhook.looking.scheduleWithFixedDelay(webhook::look, every, every, TimeUnit.MILLISECONDS);
    return webhook;
  }

  /** Changes over to a newer certificate; one that cannot be used is passed over. */
  void look() {
    try {
      ServingCertificate next = source.current();
      if (!next.equals(shown)) {
        port.use(next);
        shown = next;
        LOG.info("the webhook shows a new certificate");
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the webhook keeps its certificate: {}", e.getMessage());
    }
  }

  public int port() {
    return port.port();
  }

  @Override
  public void close() {
    looking.shutdownNow();
    port.close();
  }
}
