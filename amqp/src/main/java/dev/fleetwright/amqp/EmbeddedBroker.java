package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener;
import org.apache.qpid.server.model.Broker;
import org.apache.qpid.server.model.ConfiguredObject;
import org.apache.qpid.server.model.Port;
import org.apache.qpid.server.model.SystemConfig;

/**
 * An AMQP 0-9-1 broker in this process: loopback only, one generated user, everything in memory,
 * each queue with a {@link QueueLimit}. Its loss costs nothing, since commands are sent again until
 * they have an outcome.
 */
public final class EmbeddedBroker implements AutoCloseable {

  private static final String USER = "fleetwright";
  private static final String LOOPBACK = "127.0.0.1";

  private final SystemLauncher launcher;
  private final Path workDirectory;
  private final BrokerAddress address;

  private EmbeddedBroker(SystemLauncher launcher, Path workDirectory, BrokerAddress address) {
    this.launcher = launcher;
    this.workDirectory = workDirectory;
    this.address = address;
  }

  /** Starts on any free port. */
  public static EmbeddedBroker start() {
    return start(0);
  }

  /** Starts on the given port, 0 for any free one, with a password nobody has seen before. */
  public static EmbeddedBroker start(int port) {
    byte[] secret = new byte[24];
    new SecureRandom().nextBytes(secret);
    return start(port, HexFormat.of().formatHex(secret));
  }

  /** Starts with a password of one's own, so that clients outlive a restart of the broker. */
  public static EmbeddedBroker start(int port, String password) {
    return start(port, password, QueueLimit.DEFAULT);
  }

  static EmbeddedBroker start(int port, String password, QueueLimit limit) {
    requireFree(port);
    AtomicReference<SystemConfig<?>> system = new AtomicReference<>();
    SystemLauncher launcher =
        new SystemLauncher(
            new SystemLauncherListener.DefaultSystemLauncherListener() {
              @Override
              public void onContainerResolve(SystemConfig<?> config) {
                system.set(config);
              }
            });
    Path workDirectory = newDirectory();
    try {
      launcher.startup(
          Map.of(
              ConfiguredObject.TYPE,
              "Memory",
              SystemConfig.INITIAL_CONFIGURATION_LOCATION,
              dataUrl(configuration(port, password)),
              SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT,
              false,
              ConfiguredObject.CONTEXT,
              Map.of(
                  SystemConfig.QPID_WORK_DIR,
                  workDirectory.toString(),
                  "broker.failStartupWithErroredChild",
                  "true",
                  "queue.defaultMaximumQueueDepthMessages",
                  String.valueOf(limit.messages()),
                  "queue.defaultMaximumQueueDepthBytes",
                  String.valueOf(limit.bytes()),
                  "queue.defaultOverflowPolicy",
                  limit.whenFull().policy(),
                  "qpid.broker.defaultPreferenceStoreAttributes",
                  "{\"type\": \"Noop\"}")));
      int bound = boundPort(system.get());
      return new EmbeddedBroker(
          launcher, workDirectory, new BrokerAddress(LOOPBACK, bound, "/", USER, password, false));
    } catch (Exception e) {
      launcher.shutdown();
      delete(workDirectory);
      throw new IllegalStateException(
          "the embedded broker does not start on port " + port + ": " + e.getMessage(), e);
    }
  }

  public BrokerAddress address() {
    return address;
  }

  @Override
  public void close() {
    launcher.shutdown();
    delete(workDirectory);
  }

  /** Handed over as a data URL: the password is never on disk. */
  private static String dataUrl(ObjectNode configuration) {
    return "data:application/json;base64,"
        + Base64.getEncoder().encodeToString(Json.write(configuration));
  }

  private static ObjectNode configuration(int port, String password) {
    ObjectNode broker = JsonNodeFactory.instance.objectNode();
    broker.put("name", "embedded").put("modelVersion", "8.0");
    ObjectNode logins = broker.putArray("authenticationproviders").addObject();
    logins.put("name", "plain").put("type", "Plain");
    // Loopback within one machine: a plain login without TLS is meant.
    logins.putArray("secureOnlyMechanisms");
    logins
        .putArray("users")
        .addObject()
        .put("name", USER)
        .put("type", "managed")
        .put("password", password);
    ObjectNode amqp = broker.putArray("ports").addObject();
    amqp.put("name", "amqp").put("type", "AMQP").put("port", port);
    amqp.put("bindingAddress", LOOPBACK).put("authenticationProvider", "plain");
    amqp.putArray("protocols").add("AMQP_0_9_1");
    amqp.put("numberOfSelectors", 1).put("threadPoolSize", 2);
    ArrayNode aliases = amqp.putArray("virtualhostaliases");
    aliases.addObject().put("name", "defaultAlias").put("type", "defaultAlias");
    ObjectNode node = broker.putArray("virtualhostnodes").addObject();
    node.put("name", "default").put("type", "Memory").put("defaultVirtualHostNode", true);
    node.put("virtualHostInitialConfiguration", "{\"type\": \"Memory\"}");
    return broker;
  }

  private static int boundPort(SystemConfig<?> system) {
    Broker<?> broker = (Broker<?>) system.getContainer();
    return broker.getChildren(Port.class).stream()
        .mapToInt(port -> port.getBoundPort())
        .filter(port -> port > 0)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the port is taken"));
  }

  /** Looked at first, since the broker itself reports a taken port in a hundred lines on stderr. */
  private static void requireFree(int port) {
    if (port == 0) {
      return;
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new IllegalStateException(
          "the embedded broker does not start on port " + port + ": " + e.getMessage(), e);
    }
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory("fleetwright-broker");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(EmbeddedBroker::deleteOne);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
