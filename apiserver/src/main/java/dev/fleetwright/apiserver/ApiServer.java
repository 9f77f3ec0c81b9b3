package dev.fleetwright.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.admission.Admission;
import dev.fleetwright.apiserver.http.HttpFace;
import dev.fleetwright.apiserver.json.Yaml;
import dev.fleetwright.apiserver.security.Certificates;
import dev.fleetwright.apiserver.security.DataDirectory;
import dev.fleetwright.apiserver.security.Kubeconfig;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.ClusterCreation;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.service.GarbageCollector;
import dev.fleetwright.apiserver.service.Housekeeping;
import dev.fleetwright.apiserver.service.Identity;
import dev.fleetwright.apiserver.service.LocalApi;
import dev.fleetwright.apiserver.service.Namespaces;
import dev.fleetwright.apiserver.service.ObjectService;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The embedded Kubernetes-style API server.
 *
 * <pre>{@code
 * try (var server = ApiServer.start(Config.of(dir))) {
 *   server.addCluster("cluster1");
 *   // kubectl --kubeconfig dir/kubeconfig --context cluster1 get namespaces
 * }
 * }</pre>
 */
public final class ApiServer implements AutoCloseable {
  /** The name of the cluster at the root path. */
  public static final String HUB = Clusters.HUB;

  private final Config config;
  private final Certificates certificates;
  private final Tokens tokens;
  private final Clusters clusters;
  private final ClusterCreation creation;
  private final LocalApi local;
  private final HttpFace face;
  private final Deque<AutoCloseable> parts;
  private boolean closed;

  private ApiServer(
      Config config,
      Certificates certificates,
      Tokens tokens,
      Clusters clusters,
      ClusterCreation creation,
      LocalApi local,
      HttpFace face,
      Deque<AutoCloseable> parts) {
    this.config = config;
    this.certificates = certificates;
    this.tokens = tokens;
    this.clusters = clusters;
    this.creation = creation;
    this.local = local;
    this.face = face;
    this.parts = parts;
  }

  /** Starts on the data directory, with what it holds; it is ready when this returns. */
  public static ApiServer start(Config config) throws IOException {
    return start(config, Admission.NONE);
  }

  /** Starts with checks of custom objects that go beyond their schemas. */
  public static ApiServer start(Config config, Admission admission) throws IOException {
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    try {
      var directory = DataDirectory.open(config.dataDir());
      parts.push(directory);
      var tokens = Tokens.open(directory.path());
      var certificates = Certificates.open(directory.path(), hosts(config.host()), Instant.now());
      var store =
          ObjectStore.open(
              directory.path().resolve("store.db"), config.historyEvents(), config.historyBytes());
      parts.push(store);
      var identity = new Identity(config.clock(), new SecureRandom());
      var namespaces = new Namespaces(store, identity, certificates.caPem());
      var clusters = new Clusters(store);
      var creation = new ClusterCreation(store, clusters, namespaces, identity);
      creation.ensure(HUB);
      var objects = new ObjectService(store, identity, namespaces, admission);
      var housekeeping = new Housekeeping(store, clusters, objects);
      housekeeping.start();
      parts.push(housekeeping);
      var collector = new GarbageCollector(store, clusters, objects);
      collector.start();
      parts.push(collector);
      var options =
          new HttpFace.Options(
              config.host(),
              config.port(),
              config.maxBody(),
              config.bookmarkEvery(),
              config.patience());
      var face =
          HttpFace.start(
              options, certificates, tokens, clusters, objects, store.cache(), config.clock());
      parts.push(face);
      var local = new LocalApi(store, clusters, objects);
      var server =
          new ApiServer(config, certificates, tokens, clusters, creation, local, face, parts);
      server.writeKubeconfig();
      return server;
    } catch (IOException | RuntimeException e) {
      closeAll(parts, e);
      throw e;
    }
  }

  private static Set<String> hosts(String host) {
    Set<String> hosts = new LinkedHashSet<>(List.of("127.0.0.1", "localhost", "::1"));
    if (!host.equals("0.0.0.0") && !host.equals("::")) {
      hosts.add(host);
    }
    return hosts;
  }

  /** The URL of the hub, such as {@code https://127.0.0.1:6443}. */
  public String address() {
    String host = config.host();
    String reachable = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
    return "https://"
        + (reachable.contains(":") ? "[" + reachable + "]" : reachable)
        + ":"
        + face.port();
  }

  /** The URL of a logical cluster. */
  public String address(String cluster) {
    return cluster.equals(HUB) ? address() : address() + "/clusters/" + cluster;
  }

  public int port() {
    return face.port();
  }

  /** The certificate that clients must trust, as PEM text. */
  public String caCertificate() {
    return certificates.caPem();
  }

  /** The administrator's bearer token. */
  public String token() {
    return tokens.admin();
  }

  /** The file with a context for the hub and for each logical cluster. */
  public Path kubeconfig() {
    return config.dataDir().resolve("kubeconfig");
  }

  /** The logical clusters without the hub. */
  public Set<String> clusters() {
    return clusters.names();
  }

  /** Creates a logical cluster and its kubeconfig context; one that exists stays as it is. */
  public void addCluster(String name) throws IOException {
    addClusters(List.of(name));
  }

  /** Creates several at once, which writes the kubeconfig once. */
  public void addClusters(Collection<String> names) throws IOException {
    names.forEach(creation::ensure);
    writeKubeconfig();
  }

  private synchronized void writeKubeconfig() throws IOException {
    Kubeconfig.write(kubeconfig(), address(), caCertificate(), token(), clusters.names());
  }

  /**
   * Creates or updates custom resource definitions from YAML or JSON documents.
   *
   * @param cluster {@link #HUB} or a logical cluster's name
   * @return the names of the definitions
   */
  public List<String> installDefinitions(String cluster, InputStream documents) throws IOException {
    var names = new ArrayList<String>();
    for (JsonNode document : Yaml.documents(documents)) {
      if (document instanceof ObjectNode definition) {
        local.putDefinition(cluster, definition, "fleetwright");
        names.add(definition.path("metadata").path("name").asText());
      }
    }
    return names;
  }

  /** The API for parts of the same program. */
  public LocalApi local() {
    return local;
  }

  /** How many watches are open. */
  public int watches() {
    return face.watches();
  }

  /** Ends watches, finishes running requests and writes what is under way. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      closeAll(parts, null);
    }
  }

  private static void closeAll(Deque<AutoCloseable> parts, @Nullable Exception cause) {
    RuntimeException failure = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        if (cause != null) {
          cause.addSuppressed(e);
        } else if (failure == null) {
          failure = new IllegalStateException("the server did not stop cleanly", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
