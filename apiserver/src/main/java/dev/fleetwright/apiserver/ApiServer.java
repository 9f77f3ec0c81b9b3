package dev.fleetwright.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Authorizer;
import dev.fleetwright.apiserver.access.BuiltInRoles;
import dev.fleetwright.apiserver.access.Caller;
import dev.fleetwright.apiserver.admission.Admission;
import dev.fleetwright.apiserver.audit.AuditLog;
import dev.fleetwright.apiserver.http.Administration;
import dev.fleetwright.apiserver.http.HttpFace;
import dev.fleetwright.apiserver.json.Yaml;
import dev.fleetwright.apiserver.metrics.Metrics;
import dev.fleetwright.apiserver.security.AccountTokens;
import dev.fleetwright.apiserver.security.Certificates;
import dev.fleetwright.apiserver.security.DataDirectory;
import dev.fleetwright.apiserver.security.Kubeconfig;
import dev.fleetwright.apiserver.security.PrivateFile;
import dev.fleetwright.apiserver.security.Tokens;
import dev.fleetwright.apiserver.service.ClusterCreation;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.service.FirstObject;
import dev.fleetwright.apiserver.service.GarbageCollector;
import dev.fleetwright.apiserver.service.Housekeeping;
import dev.fleetwright.apiserver.service.Identity;
import dev.fleetwright.apiserver.service.LocalApi;
import dev.fleetwright.apiserver.service.Namespaces;
import dev.fleetwright.apiserver.service.ObjectService;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
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

  private static final int AUDIT_FILES = 5;

  private final Config config;
  private final Certificates certificates;
  private final Tokens tokens;
  private final AccountTokens accounts;
  private final ObjectStore store;
  private final Clusters clusters;
  private final ClusterCreation creation;
  private final LocalApi local;
  private final Deque<AutoCloseable> parts;
  private final Metrics metrics = new Metrics();
  private @Nullable HttpFace face;
  private boolean closed;

  private ApiServer(
      Config config,
      Certificates certificates,
      Tokens tokens,
      AccountTokens accounts,
      ObjectStore store,
      Clusters clusters,
      ClusterCreation creation,
      LocalApi local,
      Deque<AutoCloseable> parts) {
    this.config = config;
    this.certificates = certificates;
    this.tokens = tokens;
    this.accounts = accounts;
    this.store = store;
    this.clusters = clusters;
    this.creation = creation;
    this.local = local;
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
      // Reading the file, making keys and loading the HTTP server need nothing of each other.
      var opening =
          new Meanwhile<>(
              "store-opening", () -> openStore(directory.path(), config), ObjectStore::close);
      parts.push(opening);
      parts.push(new Meanwhile<>("http-loading", Executors.callable(HttpFace::load), _ -> {}));
      var tokens = Tokens.open(directory.path(), List.of(Caller.MASTERS));
      var certificates = Certificates.open(directory.path(), hosts(config.host()), Instant.now());
      var store = opening.result();
      var identity = new Identity(config.clock(), new SecureRandom());
      var namespaces = new Namespaces(store, identity, certificates.caPem());
      var clusters = new Clusters(store);
      var creation = new ClusterCreation(store, clusters, namespaces, identity, BuiltInRoles::of);
      creation.ensure(HUB);
      creation.ensure(clusters.names());
      var objects = new ObjectService(store, identity, namespaces, admission);
      var housekeeping = new Housekeeping(store, clusters, objects);
      housekeeping.start();
      parts.push(housekeeping);
      var collector = new GarbageCollector(store, clusters, objects);
      collector.start();
      parts.push(collector);
      var server =
          new ApiServer(
              config,
              certificates,
              tokens,
              AccountTokens.open(directory.path()),
              store,
              clusters,
              creation,
              new LocalApi(store, clusters, objects),
              parts);
      server.listen(objects);
      server.writeKubeconfig();
      return server;
    } catch (IOException | RuntimeException e) {
      closeAll(parts, e);
      throw e;
    }
  }

  private static ObjectStore openStore(Path directory, Config config) throws IOException {
    Path file = directory.resolve(Backups.STORE);
    PrivateFile.create(file);
    return ObjectStore.open(
        file,
        new ObjectStore.Limits(
            config.historyEvents(), config.historyBytes(), config.maxStoreBytes()));
  }

  private void listen(ObjectService objects) throws IOException {
    var audit =
        new AuditLog(config.dataDir().resolve("audit.log"), config.auditBytes(), AUDIT_FILES);
    parts.push(audit);
    var options =
        new HttpFace.Options(
            config.host(),
            config.port(),
            config.maxBody(),
            config.maxConnections(),
            config.bookmarkEvery(),
            config.patience(),
            config.sendWithin());
    var backend =
        new HttpFace.Backend(
            clusters,
            objects,
            store.cache(),
            new Authorizer(store),
            store::takesWrites,
            config.clock());
    var started =
        HttpFace.start(
            options,
            certificates,
            tokens,
            accounts,
            backend,
            metrics,
            audit,
            new Administration() {
              @Override
              public boolean addCluster(String name) throws IOException {
                return ApiServer.this.addCluster(name);
              }

              @Override
              public Path backup() throws IOException {
                Path copy = Files.createTempFile(config.dataDir(), "backup", ".tmp");
                Backups.write(store, config.dataDir(), copy);
                return copy;
              }
            });
    parts.push(started);
    face = started;
    ServerFigures.register(metrics, store, started, clusters, audit);
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
        + port();
  }

  /** The URL of a logical cluster. */
  public String address(String cluster) {
    return cluster.equals(HUB) ? address() : address() + "/clusters/" + cluster;
  }

  public int port() {
    return face().port();
  }

  private HttpFace face() {
    HttpFace started = face;
    if (started == null) {
      throw new IllegalStateException("the server has not started");
    }
    return started;
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

  /**
   * Creates a logical cluster and its kubeconfig context; one that exists stays as it is.
   *
   * @return whether it was not there before
   */
  public boolean addCluster(String name) throws IOException {
    boolean fresh = creation.ensure(name);
    if (fresh) {
      writeKubeconfig();
    }
    return fresh;
  }

  /** Creates several at once, which writes the kubeconfig once. */
  public void addClusters(Collection<String> names) throws IOException {
    creation.ensure(names);
    writeKubeconfig();
  }

  /**
   * A bearer token for a user of the server besides the administrator, the same at each call. What
   * the user may do is for roles and bindings to say.
   */
  public String tokenFor(String user, List<String> groups) throws IOException {
    return tokens.issue(user, groups);
  }

  /**
   * Lets a user be the agent of logical clusters: it may do everything there, and in the hub work
   * on the mailboxes of these clusters, which are the namespaces of their names.
   *
   * @return the user's token
   */
  public String admitAgent(String user, Collection<String> served) throws IOException {
    Map<String, List<FirstObject>> wanted = new LinkedHashMap<>();
    wanted.put(
        HUB,
        served.stream()
            .map(name -> BuiltInRoles.roleBinding(name, user, BuiltInRoles.AGENT, user))
            .toList());
    for (String cluster : served) {
      wanted.put(
          cluster,
          List.of(BuiltInRoles.clusterRoleBinding(user, BuiltInRoles.CLUSTER_ADMIN, user)));
    }
    creation.addMissing(wanted);
    return tokenFor(user, List.of());
  }

  /** Gives a ClusterRole of the hub to a user and returns the user's token. */
  public String admit(String user, String clusterRole) throws IOException {
    creation.addMissing(
        Map.of(HUB, List.of(BuiltInRoles.clusterRoleBinding(user, clusterRole, user))));
    return tokenFor(user, List.of());
  }

  private synchronized void writeKubeconfig() throws IOException {
    Kubeconfig.write(kubeconfig(), address(), caCertificate(), token(), clusters.names());
  }

  /** Writes a consistent copy of everything while the server goes on. */
  public void backup(Path target) throws IOException {
    Backups.write(store, config.dataDir(), target);
  }

  /**
   * Creates or updates custom resource definitions from YAML or JSON documents.
   *
   * @param cluster {@link #HUB} or a logical cluster's name
   * @return the names of the definitions
   */
  public List<String> installDefinitions(String cluster, InputStream documents) throws IOException {
    return install(
        documents, definition -> local.putDefinition(cluster, definition, "fleetwright"));
  }

  /** Creates or updates ClusterRoles from YAML or JSON documents. */
  public List<String> installRoles(String cluster, InputStream documents) throws IOException {
    return install(
        documents, role -> local.put(cluster, BuiltInRoles.RESOURCE, role, "fleetwright"));
  }

  private static List<String> install(InputStream documents, Consumer<ObjectNode> put)
      throws IOException {
    var names = new ArrayList<String>();
    for (JsonNode document : Yaml.documents(documents)) {
      if (document instanceof ObjectNode object) {
        put.accept(object);
        names.add(object.path("metadata").path("name").asText());
      }
    }
    return names;
  }

  /** The API for parts of the same program. */
  public LocalApi local() {
    return local;
  }

  /** Shows the figures of another part of the same program at {@code /metrics} too. */
  public void includeFigures(Supplier<String> text) {
    metrics.include(text);
  }

  /** How many watches are open. */
  public int watches() {
    return face().watches();
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
