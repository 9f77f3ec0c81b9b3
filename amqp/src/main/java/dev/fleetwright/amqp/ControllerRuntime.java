package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
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
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Swarm Controllers of one agent, each with a queue of its own. The agent is told what to make
 * true, and reports what it sees; commands are confirmed on those reports alone.
 */
public final class ControllerRuntime implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControllerRuntime.class);

  /** What the agent is asked for. Called in order for each swarm; must return soon. */
  public interface Agent {

    /**
     * Make this true, in place of the goal before, and report evidence of it under its generation
     * with {@link ControllerRuntime#report}: when it is reached, when something stands in the way,
     * and whenever the totals change. The same goal comes again after a restart.
     */
    void pursue(Goal goal);
  }

  private record Hosted(
      SwarmActor<ControllerState, ControllerInput> actor, Subscription subscription) {}

  private final AmqpTransport transport;
  private final RecordStore store;
  private final Clock clock;
  private final ControllerMachine machine;
  private final Inbox inbox;
  private final Agent agent;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("controller-timer").factory());
  private final Map<String, Hosted> hosted = new ConcurrentHashMap<>();

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
    this.clock = clock;
    this.machine = new ControllerMachine(settings, ids);
    this.inbox = new Inbox(transport, protocol, Actor.SWARM_CONTROLLER, ids, clock);
    this.agent = agent;
  }

  /** Hosts the controller of a swarm, with what it stored before; hosting it twice is once. */
  public void host(String swarmId) {
    AtomicBoolean isNew = new AtomicBoolean();
    Hosted host =
        hosted.computeIfAbsent(
            swarmId,
            id -> {
              isNew.set(true);
              return hostNew(id);
            });
    if (isNew.get()) {
      host.actor().tell(new ControllerInput.Started());
    }
  }

  private Hosted hostNew(String swarmId) {
    SwarmActor<ControllerState, ControllerInput> actor =
        new SwarmActor<>(swarmId, new Role(), store, clock, timer);
    Subscription subscription =
        transport.subscribe(
            ControlQueue.controller(swarmId),
            delivery ->
                inbox.receive(
                    delivery,
                    (message, d) ->
                        actor.tell(
                            new ControllerInput.Received(message),
                            d::acknowledge,
                            problem -> d.bury(List.of(problem)))));
    return new Hosted(actor, subscription);
  }

  /**
   * Stops hosting a swarm and deletes its queue. The record stays, so that a command that is still
   * on its way finds its outcome should the swarm be hosted again.
   */
  public void unhost(String swarmId) {
    Hosted gone = hosted.remove(swarmId);
    if (gone != null) {
      gone.subscription().delete();
      gone.actor().stop().join();
    }
  }

  /**
   * Deletes the record of a swarm that is not hosted any more; sensible after the retention time.
   *
   * @throws IOException when the record may still be there
   */
  public void forget(String swarmId) throws IOException {
    unhost(swarmId);
    store.delete(new RecordId(Actor.SWARM_CONTROLLER, swarmId));
  }

  /** What the agent has seen; nothing happens for a swarm that is not hosted. */
  public void report(String swarmId, Evidence evidence) {
    Hosted target = hosted.get(swarmId);
    if (target != null) {
      target.actor().tell(new ControllerInput.Reported(evidence));
    }
  }

  public Set<String> hosted() {
    return Set.copyOf(hosted.keySet());
  }

  /** What the controller of a swarm pursues; empty when it has no goal or is not hosted. */
  public Optional<Goal> goal(String swarmId) {
    return Optional.ofNullable(hosted.get(swarmId))
        .flatMap(h -> h.actor().state())
        .flatMap(state -> Optional.ofNullable(state.record().goal()));
  }

  /** Stops without a trace: queues and records stay for the next start. */
  @Override
  public void close() {
    hosted.values().forEach(h -> h.subscription().cancel());
    CompletableFuture.allOf(
            hosted.values().stream().map(h -> h.actor().stop()).toArray(CompletableFuture[]::new))
        .join();
    timer.shutdownNow();
  }

  private void perform(String swarmId, ControllerEffect effect) {
    switch (effect) {
      case ControllerEffect.Send(Message message) -> {
        var _ = inbox.send(message);
      }
      case ControllerEffect.Post(Outgoing outgoing) -> post(swarmId, outgoing);
      case ControllerEffect.Pursue(Goal goal) -> pursue(goal);
      case ControllerEffect.Ended(EndedCommand command) ->
          LOG.info(
              "{} {} idempotencyKey={} correlationId={} {}",
              swarmId,
              command.key().signal().text(),
              command.key().idempotencyKey(),
              command.correlationId(),
              command.outcome());
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

  private void post(String swarmId, Outgoing outgoing) {
    var _ =
        inbox
            .send(outgoing.message())
            .thenAccept(result -> {
              Hosted target = hosted.get(swarmId);
              if (result != PublishResult.FAILED && target != null) {
                target.actor().tell(new ControllerInput.Delivered(Set.of(outgoing.messageId())));
              }
            });
  }

  private void pursue(Goal goal) {
    try {
      agent.pursue(goal);
    } catch (RuntimeException e) {
      LOG.error("the agent did not take {}", goal, e);
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
  }
}
