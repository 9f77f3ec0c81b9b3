package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.security.Certificates;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.service.Listing;
import dev.fleetwright.apiserver.service.ObjectService;
import dev.fleetwright.apiserver.store.WatchCache;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;

/** The running HTTPS server. */
public final class HttpFace implements AutoCloseable {
  private final WebServer server;
  private final WatchStreams streams;

  private HttpFace(WebServer server, WatchStreams streams) {
    this.server = server;
    this.streams = streams;
  }

  /**
   * How the server is reached and what it grants its clients.
   *
   * @param maxBody how many bytes a request may carry
   * @param bookmarkEvery how often an idle watch is told the version it has reached
   * @param patience how long a watching client may refuse to read
   */
  public record Options(
      String host, int port, long maxBody, Duration bookmarkEvery, Duration patience) {}

  public static HttpFace start(
      Options options,
      Certificates certificates,
      Tokens tokens,
      Clusters clusters,
      ObjectService objects,
      WatchCache cache,
      InstantSource clock)
      throws IOException {
    requireFree(options);
    var streams = new WatchStreams(options.patience());
    var watches = new WatchEndpoint(cache, streams, options.bookmarkEvery());
    var resources = new ResourceEndpoint(clusters, objects, new Listing(cache), watches, clock);
    var handler =
        new ApiHandler(
            clusters, tokens, resources, options.host() + ":" + options.port(), options.maxBody());
    WebServer server =
        WebServer.builder()
            .host(options.host())
            .port(options.port())
            .shutdownHook(false)
            .shutdownGracePeriod(Duration.ofSeconds(2))
            .tls(
                tls -> tls.privateKey(certificates.key()).privateKeyCertChain(certificates.chain()))
            .addProtocol(
                Http1Config.builder()
                    .maxHeadersSize(64 * 1024)
                    .maxPrologueLength(32 * 1024)
                    .validatePath(false)
                    .build())
            .routing(routing -> routing.any(handler))
            .build()
            .start();
    return new HttpFace(server, streams);
  }

  /** Looked at first: a server that cannot listen would log that and seem to have started. */
  private static void requireFree(Options options) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(options.host(), options.port()));
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on " + options.host() + ":" + options.port() + ": " + e.getMessage(), e);
    }
  }

  public int port() {
    return server.port();
  }

  /** How many watches are open. */
  public int watches() {
    return streams.size();
  }

  /** Ends the watches, then the server. */
  @Override
  public void close() {
    streams.close();
    server.stop();
  }
}
