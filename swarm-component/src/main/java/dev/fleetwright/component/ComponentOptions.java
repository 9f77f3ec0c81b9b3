package dev.fleetwright.component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.KeySegment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who a component is and what it offers to its control plane. Every part has a sensible default.
 */
public final class ComponentOptions {

  private static final int USUAL_PORT = 8080;
  private static final int LARGEST_PORT = 65_535;

  /** How a program takes settings. */
  @FunctionalInterface
  public interface SettingsHandler {

    /**
     * Run with these from now on. Returning means that the program does; throwing that it goes on
     * as before, and the message is told to whoever sent them.
     */
    void use(Settings settings) throws Exception;
  }

  final String role;
  final String instance;
  final BrokerAddress broker;
  final Metrics metrics;
  @Nullable String swarmId;
  ObjectNode firstSettings = JsonNodeFactory.instance.objectNode();
  InetSocketAddress actuator = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  @Nullable Path record;
  Duration heartbeat = Duration.ofSeconds(5);
  Duration healthEvery = Duration.ofSeconds(1);
  Duration stopWithin = Duration.ofSeconds(30);
  SettingsHandler settings = _ -> {};
  BooleanSupplier healthy = () -> true;
  Supplier<Optional<String>> state = Optional::empty;
  Supplier<ObjectNode> data = JsonNodeFactory.instance::objectNode;
  Runnable stop = () -> {};
  final Map<String, String> info = new TreeMap<>();

  private ComponentOptions(
      String role, String instance, @Nullable String swarmId, BrokerAddress broker) {
    this.role = role;
    this.instance = instance;
    this.swarmId = swarmId;
    this.broker = broker;
    this.metrics = new Metrics(role, instance, swarmId == null ? "" : swarmId);
  }

  /**
   * A component of a swarm.
   *
   * @param instance unique on the bus; a swarm that runs alone gives {@code <swarmId>_<name>}
   */
  public static ComponentOptions of(
      String role, String instance, String swarmId, BrokerAddress broker) {
    return new ComponentOptions(role, instance, swarmId, broker);
  }

  /**
   * Reads what a swarm gives its components: {@code SWARM_ROLE}, {@code SWARM_INSTANCE}, {@code
   * SWARM_ID}, {@code SWARM_CONFIG} (JSON), {@code SWARM_AMQP} (or {@code FLEETWRIGHT_AMQP}) and
   * {@code SWARM_ACTUATOR_PORT} (8080). All mistakes at once.
   */
  public static Checked<ComponentOptions> fromEnvironment(Map<String, String> environment) {
    List<Problem> problems = new ArrayList<>();
    String role = name(environment, "SWARM_ROLE", true, problems);
    String instance = name(environment, "SWARM_INSTANCE", true, problems);
    String swarmId = name(environment, "SWARM_ID", false, problems);
    ObjectNode config = config(environment.getOrDefault("SWARM_CONFIG", ""), problems);
    int port = port(environment.getOrDefault("SWARM_ACTUATOR_PORT", ""), problems);
    String amqp =
        environment.getOrDefault("SWARM_AMQP", environment.getOrDefault("FLEETWRIGHT_AMQP", ""));
    Checked<BrokerAddress> broker =
        amqp.isEmpty()
            ? Checked.invalid(missing("SWARM_AMQP", "amqp://user:password@host"))
            : BrokerAddress.parse(amqp);
    broker.problems().forEach(problem -> problems.add(problem.withPath("SWARM_AMQP")));
    if (!problems.isEmpty()) {
      return Checked.invalid(problems);
    }
    ComponentOptions options =
        new ComponentOptions(role, instance, swarmId.isEmpty() ? null : swarmId, broker.orThrow());
    options.firstSettings = config;
    options.actuator = new InetSocketAddress(port);
    return Checked.valid(options);
  }

  private static String name(
      Map<String, String> environment, String variable, boolean needed, List<Problem> problems) {
    String value = environment.getOrDefault(variable, "");
    if (!value.isEmpty()) {
      KeySegment.problem(value)
          .ifPresent(problem -> problems.add(problem.withPath(variable).at(null)));
    } else if (needed) {
      problems.add(missing(variable, "a name without dots"));
    }
    return value;
  }

  private static Problem missing(String variable, String form) {
    return new Problem(
        "missing-variable", variable, "the environment variable is not set", "set it to " + form);
  }

  private static ObjectNode config(String text, List<Problem> problems) {
    if (text.isEmpty()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode node = Json.read(text.getBytes(StandardCharsets.UTF_8));
      if (node instanceof ObjectNode config) {
        return config;
      }
    } catch (IOException e) {
      // Reported as any other text that is no object.
    }
    problems.add(
        new Problem(
            "invalid-value", "SWARM_CONFIG", "the settings are no JSON object", "write {…}"));
    return JsonNodeFactory.instance.objectNode();
  }

  private static int port(String text, List<Problem> problems) {
    if (text.isEmpty()) {
      return USUAL_PORT;
    }
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= LARGEST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Reported as any other text that is no port.
    }
    problems.add(
        new Problem(
            "invalid-value",
            "SWARM_ACTUATOR_PORT",
            "the port is no number from 0 to " + LARGEST_PORT,
            "leave it out for " + USUAL_PORT));
    return USUAL_PORT;
  }

  /** Called at the start and for every change, one at a time. */
  public ComponentOptions onSettings(SettingsHandler handler) {
    this.settings = handler;
    return this;
  }

  /** The settings of the first start, with {@code enabled} among them if it starts disabled. */
  public ComponentOptions firstSettings(ObjectNode values) {
    this.firstSettings = values.deepCopy();
    return this;
  }

  /** Whether the program is well; asked every second. */
  public ComponentOptions healthy(BooleanSupplier check) {
    this.healthy = check;
    return this;
  }

  /** One word for what it is doing; default: Running or Disabled. */
  public ComponentOptions state(Supplier<String> word) {
    this.state = () -> Optional.of(word.get());
    return this;
  }

  /** More about the program, in each status. What changes with every item belongs to metrics. */
  public ComponentOptions data(Supplier<ObjectNode> supplier) {
    this.data = supplier;
    return this;
  }

  /** Ends the work: take nothing new, finish what was begun. */
  public ComponentOptions onStop(Runnable action) {
    this.stop = action;
    return this;
  }

  /** How long the work may take to end (30 s). */
  public ComponentOptions stopWithin(Duration time) {
    this.stopWithin = time;
    return this;
  }

  /** A status comes at least so often (5 s); a swarm takes silence of 15 s for trouble. */
  public ComponentOptions heartbeat(Duration every) {
    this.heartbeat = every;
    return this;
  }

  /** Where the Actuator listens; default: any free port, for this machine only. */
  public ComponentOptions actuator(InetSocketAddress address) {
    this.actuator = address;
    return this;
  }

  /** Keeps the settings in a file, so that a restart begins with the last ones. */
  public ComponentOptions keepSettingsIn(Path file) {
    this.record = file;
    return this;
  }

  /** Shown by {@code /actuator/info}. */
  public ComponentOptions info(String name, String value) {
    this.info.put(name, value);
    return this;
  }

  /** A figure that only grows, for {@code /actuator/prometheus}. */
  public ComponentOptions counter(String name, String help, DoubleSupplier value) {
    metrics.counter(name, help, value);
    return this;
  }

  /** A figure that goes up and down, for {@code /actuator/prometheus}. */
  public ComponentOptions gauge(String name, String help, DoubleSupplier value) {
    metrics.gauge(name, help, value);
    return this;
  }

  /**
   * Starts the control plane; the broker need not be there yet.
   *
   * @throws IOException when the program refuses its first settings, or the Actuator cannot listen
   */
  public SwarmComponent start() throws IOException {
    return SwarmComponent.start(this);
  }
}
