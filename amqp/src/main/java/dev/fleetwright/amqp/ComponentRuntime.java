package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.component.ComponentEffect;
import dev.fleetwright.swarm.component.ComponentInput;
import dev.fleetwright.swarm.component.ComponentMachine;
import dev.fleetwright.swarm.component.ComponentRecord;
import dev.fleetwright.swarm.component.ComponentSettings;
import dev.fleetwright.swarm.component.ComponentState;
import dev.fleetwright.swarm.component.ComponentStep;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordJson;
import dev.fleetwright.swarm.store.RecordStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control plane of one component, over one queue. It stays on while the component is disabled,
 * and while the program takes its time over new settings.
 */
public final class ComponentRuntime implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ComponentRuntime.class);

  /** The program whose control plane this is. */
  public interface Program {

    /**
     * Run with these settings from now on. Returning means that it does; throwing that it goes on
     * as before, and the message is told to whoever asked.
     *
     * @param config all settings, not only those that changed
     */
    void configure(boolean enabled, ObjectNode config) throws Exception;
  }

  private final AmqpTransport transport;
  private final RecordStore store;
  private final ComponentSettings settings;
  private final ComponentRecord first;
  private final ComponentMachine machine;
  private final Inbox inbox;
  private final Program program;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("component-timer").factory());
  private final SwarmActor<ComponentState, ComponentInput> actor;

  /** Settings that came and are not applied yet: acknowledged when they are. */
  private final Map<String, List<Delivery>> unapplied = new ConcurrentHashMap<>();

  private @Nullable Subscription subscription;

  /**
   * @param first the settings of a component that has no record yet
   */
  public ComponentRuntime(
      AmqpTransport transport,
      Protocol protocol,
      RecordStore store,
      Clock clock,
      Ids ids,
      ComponentSettings settings,
      ComponentRecord first,
      Program program) {
    this.transport = transport;
    this.store = store;
    this.settings = settings;
    this.first = first;
    this.machine = new ComponentMachine(settings, ids);
    this.inbox = new Inbox(transport, protocol, Actor.COMPONENT, ids, clock);
    this.program = program;
    this.actor = new SwarmActor<>(settings.instance(), new Role(), store, clock, timer);
  }

  /**
   * Configures the program, begins to listen and tells its status.
   *
   * @param wellbeing how the program is once it is configured
   * @throws IOException when the record cannot be read
   * @throws Exception what the program throws: it does not start with settings that it refuses
   */
  public void start(Supplier<ComponentState.Wellbeing> wellbeing) throws Exception {
    ComponentRecord record =
        store
            .load(new RecordId(Actor.COMPONENT, settings.instance()))
            .map(stored -> RecordJson.read(stored.content(), ComponentRecord.class))
            .orElse(first);
    program.configure(record.enabled(), record.config());
    subscription =
        transport.subscribe(
            ControlQueue.component(settings.role(), settings.instance()),
            delivery -> inbox.receive(delivery, this::received));
    // First how it is, so that the first status says so.
    actor.tell(new ComponentInput.Changed(wellbeing.get()));
    actor.tell(new ComponentInput.Started());
  }

  /**
   * The program is another way than before; saying the same again changes nothing.
   *
   * @return completes when the status is on its way, if there is one to send
   */
  public CompletableFuture<Void> report(ComponentState.Wellbeing wellbeing) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    actor.tell(
        new ComponentInput.Changed(wellbeing), () -> told.complete(null), _ -> told.complete(null));
    return told;
  }

  /** What it runs with, and what it last told; empty before the start. */
  public Optional<ComponentState> state() {
    return actor.state();
  }

  /** Stops listening; the queue stays and collects for the next start. */
  @Override
  public void close() {
    Subscription open = subscription;
    if (open != null) {
      open.cancel();
    }
    actor.stop().join();
    timer.shutdownNow();
  }

  private void received(Message message, Delivery delivery) {
    String key =
        message.body() instanceof Envelope.Signal signal
                && signal.signal() == SignalName.CONFIG_UPDATE
            ? signal.idempotencyKey()
            : "";
    if (!key.isEmpty()) {
      unapplied.compute(
          key,
          (_, before) -> {
            List<Delivery> all = before == null ? new ArrayList<>() : new ArrayList<>(before);
            all.add(delivery);
            return all;
          });
    }
    actor.tell(
        new ComponentInput.Received(message),
        () -> {
          if (key.isEmpty()) {
            delivery.acknowledge();
          } else if (!isUnderway(key)) {
            acknowledge(key);
          }
        },
        problem -> {
          unapplied.remove(key);
          delivery.bury(List.of(problem));
        });
  }

  private boolean isUnderway(String key) {
    return actor.state().stream()
        .flatMap(state -> state.configuring().stream())
        .anyMatch(one -> one.idempotencyKey().equals(key));
  }

  private void acknowledge(String key) {
    List<Delivery> done = unapplied.remove(key);
    if (done != null) {
      done.forEach(Delivery::acknowledge);
    }
  }

  private void perform(ComponentEffect effect) {
    switch (effect) {
      case ComponentEffect.Send(Message message) -> {
        var _ = inbox.send(message);
      }
      case ComponentEffect.Configure(String key, boolean enabled, ObjectNode config) ->
          Thread.ofVirtual()
              .name("configure-" + settings.instance())
              .start(() -> configure(key, enabled, config));
      case ComponentEffect.Refuse(Message message, Problem reason) -> {
        var _ =
            transport
                .deadLetters()
                .bury(
                    ControlQueue.component(settings.role(), settings.instance()).name(),
                    message.key().text(),
                    "",
                    Json.write(message.toJson().path("body")),
                    List.of(reason));
      }
    }
  }

  private void configure(String key, boolean enabled, ObjectNode config) {
    String refusal = null;
    try {
      program.configure(enabled, config);
    } catch (Exception e) {
      LOG.warn(
          "{} refused settings, idempotencyKey={}: {}", settings.instance(), key, e.toString());
      refusal = e.getMessage() == null ? e.toString() : e.getMessage();
    }
    actor.tell(
        new ComponentInput.Configured(key, refusal), () -> acknowledge(key), _ -> acknowledge(key));
  }

  private final class Role implements SwarmRole<ComponentState, ComponentInput> {

    @Override
    public RecordId recordId(String instance) {
      return new RecordId(Actor.COMPONENT, instance);
    }

    @Override
    public ComponentState fresh(String instance) {
      return ComponentState.restored(first);
    }

    @Override
    public ComponentState restore(JsonNode stored) {
      return ComponentState.restored(RecordJson.read(stored, ComponentRecord.class));
    }

    @Override
    public Record recordOf(ComponentState state) {
      return state.record();
    }

    @Override
    public Turn<ComponentState> apply(ComponentState state, ComponentInput input, Instant now) {
      ComponentStep step = machine.apply(state, input, now);
      return new Turn<>(step.state(), () -> step.effects().forEach(ComponentRuntime.this::perform));
    }

    @Override
    public Optional<Instant> nextWake(ComponentState state, Instant now) {
      return machine.nextWake(state);
    }

    @Override
    public ComponentInput tick() {
      return new ComponentInput.Tick();
    }

    @Override
    public boolean isLazy(ComponentInput input) {
      return false;
    }
  }
}
