package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.Operation;
import dev.fleetwright.swarm.orchestrator.OrchestratorEffect;
import dev.fleetwright.swarm.orchestrator.OrchestratorInput;
import dev.fleetwright.swarm.orchestrator.OrchestratorMachine;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.OrchestratorState;
import dev.fleetwright.swarm.orchestrator.OrchestratorStep;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordJson;
import dev.fleetwright.swarm.store.RecordStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The orchestrators of all swarms of a hub, over one queue. Tell it what is desired, and it leads
 * each swarm there, over restarts of anything.
 */
public final class OrchestratorRuntime implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OrchestratorRuntime.class);

  /** What the hub hears. Called in order for each swarm; must return soon. */
  public interface Listener {

    /** The view of a swarm is another than before. */
    default void changed(SwarmView view) {}

    /** A command has got its one outcome. After a crash it may be told again, or not at all. */
    default void ended(String swarmId, EndedOperation operation) {}

    /** A controller for the swarm is needed; said again until it answers. */
    default void ensureController(String swarmId) {}

    /**
     * The content of a swarm that runs alone is to be in the mailbox of a cluster; said again until
     * its controller answers. What cannot be is told with {@link
     * OrchestratorRuntime#undeliverable}.
     *
     * @param cluster the one that was asked for; null for any
     */
    default void deliver(String swarmId, SwarmPlan plan, @Nullable String cluster) {}

    /** The swarm is removed: its controller can go. May be said again after a restart. */
    default void tearDownController(String swarmId) {}
  }

  private final AmqpTransport transport;
  private final RecordStore store;
  private final Clock clock;
  private final Ids ids;
  private final OrchestratorMachine machine;
  private final Inbox inbox;
  private final String instance;
  private final Listener listener;
  private final Actors<OrchestratorState, OrchestratorInput> actors;
  private final Map<String, SwarmView> views = new ConcurrentHashMap<>();
  private final Runnable onReturn = this::reconnected;
  private @Nullable Subscription subscription;

  public OrchestratorRuntime(
      AmqpTransport transport,
      Protocol protocol,
      RecordStore store,
      Clock clock,
      Ids ids,
      OrchestratorSettings settings,
      String instance,
      Listener listener) {
    this.transport = transport;
    this.store = store;
    this.clock = clock;
    this.ids = ids;
    this.machine = new OrchestratorMachine(settings, ids);
    this.inbox = new Inbox(transport, protocol, Actor.ORCHESTRATOR, ids, clock);
    this.instance = instance;
    this.listener = listener;
    this.actors = new Actors<>("orchestrator", new Role(), store, clock);
  }

  /**
   * Takes up every swarm that has a record, and begins to listen.
   *
   * @throws IOException when the records cannot be read
   */
  public void start() throws IOException {
    List<String> known = store.swarms(Actor.ORCHESTRATOR);
    known.forEach(actors::of);
    subscription =
        transport.subscribe(
            ControlQueue.orchestrator(instance),
            delivery -> inbox.receive(delivery, this::received));
    known.forEach(swarmId -> actors.of(swarmId).tell(new OrchestratorInput.Started()));
    transport.onReturn(onReturn);
  }

  /**
   * Sets the state that a swarm is to be led to; saying it again changes nothing.
   *
   * @return completes when the desire is stored: from then on a crash does not lose it
   */
  public CompletableFuture<Void> desire(String swarmId, Desire desire) {
    // Fails here, at the caller, for a swarm whose name no key can carry.
    new RoutingKey.SwarmSignal(SignalName.SWARM_TEMPLATE, swarmId);
    ControlQueue.controller(swarmId);
    CompletableFuture<Void> stored = new CompletableFuture<>();
    actors
        .of(swarmId)
        .tell(
            new OrchestratorInput.Desired(desire),
            () -> stored.complete(null),
            problem -> stored.completeExceptionally(new IllegalStateException(problem.message())));
    return stored;
  }

  /** How a swarm is; empty for one that was never desired. */
  public Optional<SwarmView> view(String swarmId) {
    return actors.state(swarmId).map(state -> machine.view(state, clock.instant()));
  }

  /** The swarms that are led. */
  public Set<String> swarms() {
    return actors.swarms();
  }

  /**
   * Gives up a swarm: its record is deleted and nothing is sent. For one whose cluster is no more.
   *
   * @throws IOException when the record may still be there
   */
  public void forget(String swarmId) throws IOException {
    actors.remove(swarmId);
    views.remove(swarmId);
    store.delete(new RecordId(Actor.ORCHESTRATOR, swarmId));
  }

  @Override
  public void close() {
    transport.notOnReturn(onReturn);
    if (subscription != null) {
      subscription.cancel();
    }
    actors.close();
  }

  private void reconnected() {
    actors.tellAll(new OrchestratorInput.Reconnected());
  }

  /** Says why the content of a swarm that runs alone is nowhere. */
  public void undeliverable(String swarmId, Problem reason) {
    actors
        .find(swarmId)
        .ifPresent(actor -> actor.tell(new OrchestratorInput.Undeliverable(reason)));
  }

  /** Whether there is a swarm to command stands in its record, which may not be read yet. */
  private void received(Message message, Delivery delivery) {
    Optional<SwarmActor<OrchestratorState, OrchestratorInput>> known =
        swarmOf(message.key()).flatMap(actors::find);
    if (known.isPresent() && known.get().state().isEmpty() && isForController(message)) {
      known
          .get()
          .tell(
              new OrchestratorInput.Delivered(Set.of()),
              () -> handOver(message, known, delivery),
              problem -> delivery.bury(List.of(problem)));
    } else {
      handOver(message, known, delivery);
    }
  }

  private void handOver(
      Message message,
      Optional<SwarmActor<OrchestratorState, OrchestratorInput>> known,
      Delivery delivery) {
    known
        .filter(actor -> !isForNobody(message, actor))
        .ifPresentOrElse(
            actor -> tell(actor, message, delivery), () -> ofUnknownSwarm(message, delivery));
  }

  /** A command for a swarm of which there are only old outcomes. */
  private static boolean isForNobody(
      Message message, SwarmActor<OrchestratorState, OrchestratorInput> actor) {
    return isForController(message)
        && actor.state().filter(state -> state.record().hasNoSwarm()).isPresent();
  }

  private static boolean isForController(Message message) {
    return message.key() instanceof RoutingKey.SwarmSignal(SignalName signal, _)
        && signal != SignalName.SWARM_CREATE;
  }

  private static void tell(
      SwarmActor<OrchestratorState, OrchestratorInput> actor, Message message, Delivery delivery) {
    actor.tell(
        new OrchestratorInput.Received(message),
        delivery::acknowledge,
        problem -> delivery.bury(List.of(problem)));
  }

  /** Status of a swarm that is not led is nobody's business; anything else is shown. */
  private void ofUnknownSwarm(Message message, Delivery delivery) {
    switch (message.key()) {
      case RoutingKey.Status _, RoutingKey.ControllerReady _, RoutingKey.SwarmCreated _ ->
          delivery.acknowledge();
      case RoutingKey.SwarmSignal(SignalName signal, String swarmId)
          when signal == SignalName.SWARM_CREATE
              && message.body() instanceof Envelope.Signal body -> {
        if (OrchestratorMachine.mayCreate(body)) {
          tell(actors.of(swarmId), message, delivery);
        } else {
          answerCreate(swarmId, body, delivery);
        }
      }
      case RoutingKey.SwarmSignal(_, String swarmId)
          when message.body() instanceof Envelope.Signal signal ->
          Thread.ofVirtual()
              .name("unknown-" + swarmId)
              .start(() -> answerIfNobodyDoes(swarmId, signal, delivery));
      case RoutingKey.SwarmSignal _ -> delivery.acknowledge();
      case RoutingKey.SwarmError(SignalName signal, _) when signal == SignalName.SWARM_CREATE ->
          // Our own answer to a create that nobody desires.
          delivery.acknowledge();
      // Settings are between their sender, the component and its controller.
      case RoutingKey.ConfigReady _, RoutingKey.ConfigError _ -> delivery.acknowledge();
      case RoutingKey.SwarmReady _, RoutingKey.SwarmError _, RoutingKey.ComponentSignal _ ->
          delivery.bury(
              List.of(
                  new Problem(
                      "unknown-swarm",
                      "",
                      "a confirmation for a swarm that is not led here",
                      "look for who sent the command")));
    }
  }

  /** A controller that this orchestrator does not lead answers for itself. */
  private void answerIfNobodyDoes(String swarmId, Envelope.Signal signal, Delivery delivery) {
    try {
      if (transport.hasQueue(ControlQueue.controller(swarmId))) {
        delivery.acknowledge();
      } else {
        actors
            .of(swarmId)
            .tell(
                new OrchestratorInput.Orphaned(signal),
                delivery::acknowledge,
                problem -> delivery.bury(List.of(problem)));
      }
    } catch (IOException e) {
      delivery.giveBack();
    }
  }

  private void answerCreate(String swarmId, Envelope.Signal signal, Delivery delivery) {
    Message answer =
        new Message(
            new RoutingKey.SwarmError(SignalName.SWARM_CREATE, swarmId),
            new Envelope.Confirmation(
                SignalName.SWARM_CREATE,
                Scope.swarm(swarmId),
                new Outcome.Failure(
                    "not-desired",
                    "nothing desires this swarm; set its desired state, or send a plan",
                    "validate",
                    false),
                signal.correlationId(),
                signal.idempotencyKey(),
                clock.instant(),
                ids.next(),
                null));
    var _ = inbox.send(answer).thenRun(delivery::acknowledge);
  }

  private static Optional<String> swarmOf(RoutingKey key) {
    return switch (key) {
      case RoutingKey.SwarmSignal k -> Optional.of(k.swarmId());
      case RoutingKey.SwarmReady k -> Optional.of(k.swarmId());
      case RoutingKey.SwarmError k -> Optional.of(k.swarmId());
      case RoutingKey.SwarmCreated k -> Optional.of(k.swarmId());
      case RoutingKey.ControllerReady k -> Optional.of(k.instance());
      case RoutingKey.Status k -> k.isAggregate() ? Optional.of(k.instance()) : Optional.empty();
      case RoutingKey.ComponentSignal _, RoutingKey.ConfigReady _, RoutingKey.ConfigError _ ->
          Optional.empty();
    };
  }

  /** What was seen of commands, by correlationId and idempotencyKey. */
  public CommandJournal commands() {
    return inbox.journal();
  }

  private void perform(OrchestratorEffect effect) {
    switch (effect) {
      case OrchestratorEffect.Send(Message message) -> {
        var _ = inbox.send(message);
      }
      case OrchestratorEffect.Post(Outgoing outgoing) ->
          inbox.post(outgoing, () -> delivered(outgoing));
      case OrchestratorEffect.Deliver(String swarmId, SwarmPlan plan, String cluster) ->
          guarded(() -> listener.deliver(swarmId, plan, cluster));
      case OrchestratorEffect.Forget(String swarmId) -> forgetQuietly(swarmId);
      case OrchestratorEffect.EnsureController(String swarmId) ->
          guarded(() -> listener.ensureController(swarmId));
      case OrchestratorEffect.TearDownController(String swarmId) ->
          guarded(() -> listener.tearDownController(swarmId));
      case OrchestratorEffect.Ended(String swarmId, EndedOperation operation) -> {
        Operation done = operation.operation();
        inbox
            .journal()
            .ended(
                swarmId,
                new CommandKey(
                    done.command().signal(), Scope.swarm(swarmId), done.idempotencyKey()),
                done.correlationId(),
                operation.outcome());
        guarded(() -> listener.ended(swarmId, operation));
      }
    }
  }

  private void delivered(Outgoing outgoing) {
    swarmOf(outgoing.message().key())
        .flatMap(actors::find)
        .ifPresent(
            actor -> actor.tell(new OrchestratorInput.Delivered(Set.of(outgoing.messageId()))));
  }

  private void forgetQuietly(String swarmId) {
    try {
      forget(swarmId);
    } catch (IOException e) {
      LOG.warn("the record of {} could not be deleted: {}", swarmId, e.getMessage());
    }
  }

  private void show(OrchestratorState state) {
    SwarmView view = machine.view(state, clock.instant());
    if (actors.find(view.swarmId()).isEmpty()) {
      return;
    }
    if (!view.equals(views.put(view.swarmId(), view))) {
      guarded(() -> listener.changed(view));
    }
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.error("a listener failed", e);
    }
  }

  private final class Role implements SwarmRole<OrchestratorState, OrchestratorInput> {

    @Override
    public RecordId recordId(String swarmId) {
      return new RecordId(Actor.ORCHESTRATOR, swarmId);
    }

    @Override
    public OrchestratorState fresh(String swarmId) {
      return OrchestratorState.restored(OrchestratorRecord.fresh(swarmId));
    }

    @Override
    public OrchestratorState restore(JsonNode stored) {
      return OrchestratorState.restored(RecordJson.read(stored, OrchestratorRecord.class));
    }

    @Override
    public Record recordOf(OrchestratorState state) {
      return state.record();
    }

    @Override
    public Turn<OrchestratorState> apply(
        OrchestratorState state, OrchestratorInput input, Instant now) {
      OrchestratorStep step = machine.apply(state, input, now);
      return new Turn<>(
          step.state(),
          () -> {
            step.effects().forEach(OrchestratorRuntime.this::perform);
            show(step.state());
          });
    }

    @Override
    public Optional<Instant> nextWake(OrchestratorState state, Instant now) {
      return machine.nextWake(state, now);
    }

    @Override
    public OrchestratorInput tick() {
      return new OrchestratorInput.Tick();
    }

    @Override
    public boolean isLazy(OrchestratorInput input) {
      return input instanceof OrchestratorInput.Delivered;
    }

    @Override
    public boolean isPassing(OrchestratorInput input) {
      return input instanceof OrchestratorInput.Received(Message message)
          && message.body() instanceof Envelope.Aggregate;
    }
  }
}
