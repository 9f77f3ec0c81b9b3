package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.controller.ActuatorAnswer;
import dev.fleetwright.swarm.controller.ControllerEffect;
import dev.fleetwright.swarm.controller.ControllerInput;
import dev.fleetwright.swarm.controller.ControllerMachine;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.controller.ControllerState;
import dev.fleetwright.swarm.controller.ControllerStep;
import dev.fleetwright.swarm.controller.EndedCommand;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.controller.Member;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.StatusKind;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Swarm Controllers of one agent, each with a queue of its own. The agent is told what to make
 * true, and reports what it sees; commands are confirmed on those reports alone.
 */
public final class ControllerRuntime implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControllerRuntime.class);

  /** Every controller looks on when settings go to components; most are not its own. */
  private static final String ALL_UPDATES = "sig.config-update.*.*";

  /** What the agent is asked for. Called in order for each swarm; must return soon. */
  public interface Agent {

    /**
     * Make this true, in place of the goal before, and report evidence of it under its generation
     * with {@link ControllerRuntime#report}: when it is reached, when something stands in the way,
     * and whenever the totals change. The same goal comes again after a restart.
     */
    void pursue(Goal goal);

    /**
     * Ask the HTTP Actuator of a component, and say what it answered with {@link
     * ControllerRuntime#polled}, in any case and within a few seconds.
     *
     * @return an answer that is known at once; empty when it comes later
     */
    default Optional<ActuatorAnswer> poll(String swarmId, String component) {
      return Optional.of(ActuatorAnswer.NONE);
    }
  }

  private final AmqpTransport transport;
  private final RecordStore store;
  private final ControllerMachine machine;
  private final Inbox inbox;
  private final Agent agent;
  private final Actors<ControllerState, ControllerInput> actors;
  private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();
  private final Runnable onReturn = this::reconnected;

  public ControllerRuntime(
      AmqpTransport transport,
      Protocol protocol,
      RecordStore store,
      Clock clock,
      Ids ids,
      ControllerSettings settings,
      Agent agent) {
    this.transport = transport;
    this.store = store;
    this.machine = new ControllerMachine(settings, ids);
    this.inbox = new Inbox(transport, protocol, Actor.SWARM_CONTROLLER, ids, clock);
    this.agent = agent;
    this.actors = new Actors<>("controller", new Role(), store, clock);
    transport.onReturn(onReturn);
  }

  /** Hosts the controller of a swarm, with what it stored before; hosting it twice is once. */
  public synchronized void host(String swarmId) {
    if (!subscriptions.containsKey(swarmId)) {
      SwarmActor<ControllerState, ControllerInput> actor = actors.of(swarmId);
      subscriptions.put(swarmId, subscribe(swarmId, actor, List.of()));
      actor.tell(new ControllerInput.Started());
    }
  }

  private Subscription subscribe(
      String swarmId, SwarmActor<ControllerState, ControllerInput> actor, List<Member> members) {
    return transport.subscribe(
        queue(swarmId, members),
        delivery ->
            inbox.receive(
                delivery,
                (message, d) ->
                    actor.tell(
                        new ControllerInput.Received(message),
                        d::acknowledge,
                        problem -> d.bury(List.of(problem)))));
  }

  /** The commands for the swarm, and what its components say. */
  private static ControlQueue queue(String swarmId, List<Member> members) {
    Stream<String> statuses =
        members.stream()
            .flatMap(member ->
                Stream.of(StatusKind.values())
                    .map(kind -> new RoutingKey.Status(kind, member.role(), member.instance())))
            .map(RoutingKey::text);
    return new ControlQueue(
        Actor.SWARM_CONTROLLER,
        swarmId,
        Stream.of(
                ControlQueue.controller(swarmId).bindings().stream(),
                Stream.of(ALL_UPDATES),
                statuses)
            .flatMap(bindings -> bindings)
            .distinct()
            .toList());
  }

  /** Consumes the queue anew, which binds it to what there is more of. */
  private synchronized void listen(String swarmId, List<Member> members) {
    Subscription before = subscriptions.get(swarmId);
    Optional<SwarmActor<ControllerState, ControllerInput>> actor = actors.find(swarmId);
    if (before != null && actor.isPresent()) {
      before.cancel();
      subscriptions.put(swarmId, subscribe(swarmId, actor.get(), members));
    }
  }

  /**
   * Stops hosting a swarm and deletes its queue. The record stays, so that a command that is still
   * on its way finds its outcome should the swarm be hosted again.
   */
  public void unhost(String swarmId) {
    Subscription gone;
    synchronized (this) {
      gone = subscriptions.remove(swarmId);
    }
    if (gone != null) {
      gone.delete();
      actors.remove(swarmId);
    }
  }

  /**
   * Deletes the record of a swarm; sensible after the retention time.
   *
   * @throws IOException when the record may still be there
   */
  public void forget(String swarmId) throws IOException {
    unhost(swarmId);
    store.delete(new RecordId(Actor.SWARM_CONTROLLER, swarmId));
  }

  /**
   * Deletes the record of a swarm that is not hosted, if nothing in it can matter any more.
   *
   * @param oldest keys that were used before this need no answer
   * @return whether there is no record any more
   * @throws IOException when the record may still be there
   */
  public boolean forgetSpent(String swarmId, Instant oldest) throws IOException {
    RecordId id = new RecordId(Actor.SWARM_CONTROLLER, swarmId);
    boolean spent =
        !subscriptions.containsKey(swarmId)
            && store
                .load(id)
                .map(stored -> RecordJson.read(stored.content(), ControllerRecord.class))
                .filter(record -> !record.isSpent(oldest))
                .isEmpty();
    if (spent) {
      store.delete(id);
    }
    return spent;
  }

  /** What the agent has seen; nothing happens for a swarm that is not hosted. */
  public void report(String swarmId, Evidence evidence) {
    tell(swarmId, new ControllerInput.Reported(evidence));
  }

  /** What the Actuator of a component answered. */
  public void polled(String swarmId, String component, ActuatorAnswer answer) {
    tell(swarmId, new ControllerInput.Polled(component, answer));
  }

  private void reconnected() {
    actors.tellAll(new ControllerInput.Reconnected());
  }

  private void tell(String swarmId, ControllerInput input) {
    if (subscriptions.containsKey(swarmId)) {
      actors.find(swarmId).ifPresent(actor -> actor.tell(input));
    }
  }

  public Set<String> hosted() {
    return Set.copyOf(subscriptions.keySet());
  }

  /** What the controller of a swarm pursues; empty when it has no goal or is not hosted. */
  public Optional<Goal> goal(String swarmId) {
    return actors.state(swarmId).flatMap(state -> Optional.ofNullable(state.record().goal()));
  }

  /** Stops without a trace: queues and records stay for the next start. */
  @Override
  public void close() {
    transport.notOnReturn(onReturn);
    subscriptions.values().forEach(Subscription::cancel);
    actors.close();
  }

  /** What was seen of commands, by correlationId and idempotencyKey. */
  public CommandJournal commands() {
    return inbox.journal();
  }

  private void perform(String swarmId, ControllerEffect effect) {
    switch (effect) {
      case ControllerEffect.Send(Message message) -> {
        var _ = inbox.send(message);
      }
      case ControllerEffect.Post(var outgoing) ->
          inbox.post(
              outgoing,
              () -> tell(swarmId, new ControllerInput.Delivered(Set.of(outgoing.messageId()))));
      case ControllerEffect.Pursue(Goal goal) -> guarded(() -> agent.pursue(goal));
      case ControllerEffect.Poll(String component) -> guarded(() -> poll(swarmId, component));
      case ControllerEffect.Seek(Member member) ->
          Thread.ofVirtual()
              .name("seek-" + member.instance())
              .start(
                  () -> tell(swarmId, new ControllerInput.Sought(member.name(), listens(member))));
      case ControllerEffect.Listen(List<Member> members) -> listen(swarmId, members);
      case ControllerEffect.Ended(EndedCommand command) ->
          inbox.journal().ended(swarmId, command.key(), command.correlationId(), command.outcome());
      case ControllerEffect.Refuse(Message message, Problem reason) -> {
        var _ =
            transport
                .deadLetters()
                .bury(
                    ControlQueue.controller(swarmId).name(),
                    message.key().text(),
                    "",
                    Json.write(message.toJson().path("body")),
                    List.of(reason));
      }
    }
  }

  /** When the broker cannot say, the deadline will. */
  private boolean listens(Member member) {
    try {
      return transport.hasQueue(ControlQueue.component(member.role(), member.instance()));
    } catch (IOException e) {
      LOG.debug("cannot look for the queue of {}", member, e);
      return true;
    }
  }

  private void poll(String swarmId, String component) {
    agent.poll(swarmId, component).ifPresent(answer -> polled(swarmId, component, answer));
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.error("the agent failed", e);
    }
  }

  private final class Role implements SwarmRole<ControllerState, ControllerInput> {

    @Override
    public RecordId recordId(String swarmId) {
      return new RecordId(Actor.SWARM_CONTROLLER, swarmId);
    }

    @Override
    public ControllerState fresh(String swarmId) {
      return ControllerState.restored(ControllerRecord.fresh(swarmId));
    }

    @Override
    public ControllerState restore(JsonNode stored) {
      return ControllerState.restored(RecordJson.read(stored, ControllerRecord.class));
    }

    @Override
    public Record recordOf(ControllerState state) {
      return state.record();
    }

    @Override
    public Turn<ControllerState> apply(ControllerState state, ControllerInput input, Instant now) {
      ControllerStep step = machine.apply(state, input, now);
      return new Turn<>(
          step.state(),
          () -> step.effects().forEach(effect -> perform(state.record().swarmId(), effect)));
    }

    @Override
    public Optional<Instant> nextWake(ControllerState state, Instant now) {
      return machine.nextWake(state);
    }

    @Override
    public ControllerInput tick() {
      return new ControllerInput.Tick();
    }

    @Override
    public boolean isLazy(ControllerInput input) {
      return input instanceof ControllerInput.Delivered;
    }

    @Override
    public boolean isPassing(ControllerInput input) {
      return input instanceof ControllerInput.Received(Message message)
          && message.body() instanceof Envelope.ComponentStatus;
    }
  }
}
