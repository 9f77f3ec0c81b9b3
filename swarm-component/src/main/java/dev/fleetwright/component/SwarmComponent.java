package dev.fleetwright.component;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.ComponentRuntime;
import dev.fleetwright.swarm.component.ComponentRecord;
import dev.fleetwright.swarm.component.ComponentSettings;
import dev.fleetwright.swarm.component.ComponentState;
import dev.fleetwright.swarm.component.ComponentState.Wellbeing;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.store.InMemoryRecords;
import dev.fleetwright.swarm.store.RecordStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control plane of a Java program that is a component of a swarm.
 *
 * <pre>{@code
 * Worker worker = new Worker();
 * try (SwarmComponent component =
 *     ComponentOptions.fromEnvironment(System.getenv()).orThrow()
 *         .onSettings(worker::use)
 *         .healthy(worker::isWell)
 *         .onStop(worker::drain)
 *         .start()) {
 *   component.awaitStop();
 * }
 * }</pre>
 *
 * It tells the status at the start, on request, on every change and every few seconds; takes
 * settings also while the program is disabled; answers HTTP under {@code /actuator}; and lets the
 * program end its work when the process is told to stop.
 */
public final class SwarmComponent implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SwarmComponent.class);

  private static final int LAST_STATUS_SECONDS = 5;

  private final ComponentOptions options;
  private final Clock clock;
  private final Instant startedAt;
  private final AmqpTransport transport;
  private final ComponentRuntime runtime;
  private final Actuator actuator;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("component-health").factory());
  private final AtomicLong applied = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean working;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Starts everything; what fails here leaves nothing running. */
  static SwarmComponent start(ComponentOptions options) throws IOException {
    AmqpTransport transport = new AmqpTransport(options.broker, options.instance);
    try {
      return new SwarmComponent(options, transport);
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  private SwarmComponent(ComponentOptions options, AmqpTransport transport) throws IOException {
    this.options = options;
    this.clock = Clock.systemUTC();
    this.startedAt = clock.instant();
    this.transport = transport;
    RecordStore store =
        options.record == null ? new InMemoryRecords() : new FileRecords(options.record);
    this.runtime =
        new ComponentRuntime(
            transport,
            Protocol.bundled(),
            store,
            clock,
            () -> UUID.randomUUID().toString(),
            ComponentSettings.of(options.role, options.instance, options.swarmId)
                .withHeartbeat(options.heartbeat),
            firstRecord(options.firstSettings),
            this::configure);
    addMetrics();
    this.actuator = new Actuator(options.actuator, new Source());
    try {
      runtime.start(this::wellbeing);
    } catch (Exception e) {
      actuator.close();
      runtime.close();
      throw e instanceof IOException io
          ? io
          : new IOException("the program does not start with its settings: " + e.getMessage(), e);
    }
    long every = options.healthEvery.toMillis();
    var _ = timer.scheduleWithFixedDelay(this::look, 0, every, TimeUnit.MILLISECONDS);
  }

  private static ComponentRecord firstRecord(ObjectNode settings) {
    ObjectNode config = settings.deepCopy();
    boolean enabled = config.path("enabled").asBoolean(true);
    config.remove("enabled");
    return ComponentRecord.fresh(enabled, config);
  }

  private void configure(boolean enabled, ObjectNode config) throws Exception {
    try {
      options.settings.use(new Settings(enabled, config));
      working = enabled;
      applied.incrementAndGet();
    } catch (Exception e) {
      refused.incrementAndGet();
      throw e;
    }
  }

  /** Where the Actuator listens. */
  public int actuatorPort() {
    return actuator.port();
  }

  public boolean isConnected() {
    return transport.isConnected();
  }

  /** Waits for the first connection to the broker; the program need not. */
  public boolean awaitConnected(Duration time) throws InterruptedException {
    return transport.awaitConnected(time);
  }

  public boolean isEnabled() {
    return working;
  }

  /** Asks the program how it is, and tells if that has changed; done every second anyway. */
  public void report() {
    if (!closing.get()) {
      var _ = runtime.report(wellbeing());
    }
  }

  private Wellbeing wellbeing() {
    return new Wellbeing(isHealthy(), options.state.get().orElse(null), data());
  }

  /** A program that cannot say how it is must not end the looking. */
  private void look() {
    try {
      report();
    } catch (RuntimeException e) {
      LOG.warn("the program cannot say how it is: {}", e.toString());
    }
  }

  /** Returns when the process is told to end, or this is closed, after a graceful stop. */
  public void awaitStop() throws InterruptedException {
    Thread hook = new Thread(this::close, "graceful-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    closed.await();
  }

  /**
   * Stops gracefully: the program ends its work, the last status says so, and what was sent is
   * confirmed. The queue stays, and the settings of the next start wait in it.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      awaitClosed();
      return;
    }
    timer.shutdownNow();
    var _ = runtime.report(new Wellbeing(isHealthy(), "Stopping", data()));
    endWork();
    await(runtime.report(new Wellbeing(false, "Stopped", data())));
    runtime.close();
    transport.close();
    actuator.close();
    closed.countDown();
  }

  private static void await(CompletableFuture<Void> told) {
    try {
      told.get(LAST_STATUS_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("the last status was not sent: {}", e.toString());
    }
  }

  private void awaitClosed() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void endWork() {
    Thread stopping = Thread.ofVirtual().name("stop-" + options.instance).start(this::stopProgram);
    try {
      if (!stopping.join(options.stopWithin)) {
        LOG.warn("the program did not end its work within {}", options.stopWithin);
        stopping.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopProgram() {
    try {
      options.stop.run();
    } catch (RuntimeException e) {
      LOG.warn("the program failed while it ended its work", e);
    }
  }

  private boolean isHealthy() {
    return Actuator.isTrue(options.healthy::getAsBoolean);
  }

  private ObjectNode data() {
    try {
      return options.data.get();
    } catch (RuntimeException e) {
      LOG.warn("the program's data cannot be had: {}", e.toString());
      return JsonNodeFactory.instance.objectNode();
    }
  }

  private void addMetrics() {
    Metrics metrics = options.metrics;
    metrics.gauge(
        "swarm_component_enabled", "1 when it is to do its work", () -> isEnabled() ? 1 : 0);
    metrics.gauge("swarm_component_healthy", "1 when it is well", () -> isHealthy() ? 1 : 0);
    metrics.gauge(
        "swarm_component_connected",
        "1 when there is a connection to the broker",
        () -> isConnected() ? 1 : 0);
    metrics.gauge(
        "swarm_component_unconfirmed_messages",
        "Messages that the broker has not confirmed yet",
        transport::pendingCount);
    metrics.counter(
        "swarm_component_settings_applied_total", "Settings that were applied", applied::get);
    metrics.counter(
        "swarm_component_settings_refused_total",
        "Settings that the program refused",
        refused::get);
    metrics.gauge(
        "process_start_time_seconds",
        "When the component started",
        () -> startedAt.toEpochMilli() / 1e3);
    metrics.gauge(
        "jvm_memory_used_bytes",
        "Memory of the heap in use",
        () -> (double) Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
  }

  /** What the Actuator tells. */
  private final class Source implements Actuator.Source {

    @Override
    public boolean isHealthy() {
      return !closing.get() && SwarmComponent.this.isHealthy();
    }

    /**
     * A lost broker is shown and is no illness of the program: this is what is asked when nothing
     * comes over the broker.
     */
    @Override
    public ObjectNode health() {
      ObjectNode health = JsonNodeFactory.instance.objectNode();
      health.put("status", closing.get() ? "OUT_OF_SERVICE" : isHealthy() ? "UP" : "DOWN");
      health.put("enabled", isEnabled());
      ObjectNode parts = health.putObject("components");
      parts.putObject("program").put("status", SwarmComponent.this.isHealthy() ? "UP" : "DOWN");
      parts.putObject("broker").put("status", isConnected() ? "UP" : "DOWN");
      return health;
    }

    @Override
    public ObjectNode info() {
      ObjectNode info = JsonNodeFactory.instance.objectNode();
      ObjectNode component = info.putObject("component");
      component.put("role", options.role).put("instance", options.instance);
      if (options.swarmId != null) {
        component.put("swarmId", options.swarmId);
      }
      component.put("enabled", isEnabled());
      Optional<ComponentState> state = runtime.state();
      state
          .map(known -> known.record().appliedConfig())
          .ifPresent(key -> component.put("appliedConfig", key));
      component.put("startedAt", startedAt.toString());
      options.info.forEach(info::put);
      return info;
    }

    @Override
    public String metrics() {
      return options.metrics.text();
    }
  }
}
