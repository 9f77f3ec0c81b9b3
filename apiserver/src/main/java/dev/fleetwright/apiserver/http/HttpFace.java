package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.access.Authorizer;
import dev.fleetwright.apiserver.access.Reviews;
import dev.fleetwright.apiserver.audit.AuditLog;
import dev.fleetwright.apiserver.metrics.Metrics;
import dev.fleetwright.apiserver.security.AccountTokens;
import dev.fleetwright.apiserver.security.Certificates;
import dev.fleetwright.apiserver.security.ServerTls;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.service.Listing;
import dev.fleetwright.apiserver.service.ObjectService;
import dev.fleetwright.apiserver.store.WatchCache;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;

/** The running HTTPS server. */
public final class HttpFace implements AutoCloseable {
  private static final Duration SILENCE = Duration.ofMinutes(3);

  private final WebServer server;
  private final WatchStreams streams;
  private final StuckReads reads;

  private HttpFace(WebServer server, WatchStreams streams, StuckReads reads) {
    this.server = server;
    this.streams = streams;
    this.reads = reads;
  }

  /**
   * How the server is reached and what it grants its clients.
   *
   * @param maxBody how many bytes a request may carry
   * @param maxConnections how many clients can be connected at once; others wait
   * @param bookmarkEvery how often an idle watch is told the version it has reached
   * @param patience how long a watching client may refuse to read
   * @param sendWithin how long the headers of a request may take, and then its body
   */
  public record Options(
      String host,
      int port,
      long maxBody,
      int maxConnections,
      Duration bookmarkEvery,
      Duration patience,
      Duration sendWithin) {}

  /**
   * What requests are answered from.
   *
   * @param takesWrites whether the store could write when it last tried
   */
  public record Backend(
      Clusters clusters,
      ObjectService objects,
      WatchCache cache,
      Authorizer authorizer,
      BooleanSupplier takesWrites,
      InstantSource clock) {}

  /** Loads what any server needs, which takes a while in a young JVM. */
  public static void load() {
    HttpRouting.builder();
  }

  public static HttpFace start(
      Options options,
      Certificates certificates,
      Tokens tokens,
      AccountTokens accounts,
      Backend backend,
      Metrics metrics,
      AuditLog audit,
      Administration administration)
      throws IOException {
    requireFree(options);
    var streams = new WatchStreams(options.patience());
    var reads = new StuckReads(options.sendWithin());
    var authorizer = backend.authorizer();
    var watches = new WatchEndpoint(backend.cache(), streams, options.bookmarkEvery());
    var credentials =
        new Credentials(tokens, accounts, backend.clusters(), backend.objects(), backend.clock());
    var handler =
        new ApiHandler(
            backend.clusters(),
            new Authentication(credentials, authorizer),
            authorizer,
            new ResourceEndpoint(
                backend.clusters(),
                backend.objects(),
                new Listing(backend.cache()),
                watches,
                authorizer,
                backend.clock()),
            new ReviewEndpoint(
                new Reviews(authorizer), new TokenEndpoint(credentials, backend.clock())),
            new ServerEndpoint(backend.clusters(), metrics, administration),
            new Health(backend.takesWrites(), () -> !streams.isClosed()),
            new Accounts(metrics, audit, backend.clusters(), backend.clock()),
            reads,
            options.host() + ":" + options.port(),
            options.maxBody());
    SSLContext context = ServerTls.of(certificates);
    WebServer server =
        WebServer.builder()
            .host(options.host())
            .port(options.port())
            .shutdownHook(false)
            .shutdownGracePeriod(Duration.ofSeconds(2))
            .maxTcpConnections(options.maxConnections())
            // Connections on which nothing comes, be it before TLS or between two requests.
            .connectionOptions(SocketOptions.builder().readTimeout(SILENCE).build())
            .idleConnectionTimeout(SILENCE)
            .idleConnectionPeriod(Duration.ofSeconds(20))
            .tls(tls -> tls.sslContext(context).clientAuth(TlsClientAuth.OPTIONAL))
            .addProtocol(
                Http1Config.builder()
                    .maxHeadersSize(64 * 1024)
                    .maxPrologueLength(32 * 1024)
                    .validatePath(false)
                    .addReceiveListener(reads)
                    .build())
            .routing(routing -> routing.any(handler))
            .build()
            .start();
    return new HttpFace(server, streams, reads);
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
    reads.close();
  }
}
