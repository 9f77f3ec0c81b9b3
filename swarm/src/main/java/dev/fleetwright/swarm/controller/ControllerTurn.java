package dev.fleetwright.swarm.controller;

import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One input on its way through a controller: the state as it is being changed, and the effects so
 * far. Lives for one call; the classes around it each know one part of what is to be done.
 */
final class ControllerTurn {

  final ControllerSettings settings;
  final Ids ids;
  final Instant now;
  final String swarmId;
  final List<ControllerEffect> effects = new ArrayList<>();

  SwarmState lifecycle;
  @Nullable Goal goal;
  @Nullable String goalKey;
  long goalStamp;
  List<List<String>> waves;
  List<Member> members;
  final SortedSet<String> speakers;
  final SortedSet<String> offByPeople;
  long sequence;
  @Nullable OpenCommand command;
  final List<OpenConfig> configs;
  final List<EndedCommand> ended;
  final List<Outgoing> outbox;

  @Nullable Evidence evidence;
  @Nullable Instant watermark;
  ControllerState.@Nullable Sent lastStatus;
  final Map<CommandKey, String> attempts;
  final Map<String, Contact> contacts;

  final Confirmations confirmations = new Confirmations(this);
  final Contacts bus = new Contacts(this);
  final Progress progress = new Progress(this);
  final Aggregates aggregates = new Aggregates(this);
  private final SwarmCommands commands = new SwarmCommands(this);
  final ConfigUpdates updates = new ConfigUpdates(this);

  ControllerTurn(ControllerSettings settings, Ids ids, ControllerState state, Instant now) {
    this.settings = settings;
    this.ids = ids;
    this.now = now;
    ControllerRecord record = state.record();
    this.swarmId = record.swarmId();
    this.lifecycle = record.lifecycle();
    this.goal = record.goal();
    this.goalKey = record.goalKey();
    this.goalStamp = record.goalStamp();
    this.waves = record.waves();
    this.members = record.members();
    this.speakers = new TreeSet<>(record.speakers());
    this.offByPeople = new TreeSet<>(record.offByPeople());
    this.sequence = record.sequence();
    this.command = record.command();
    this.configs = new ArrayList<>(record.configs());
    this.ended = new ArrayList<>(record.ended());
    this.outbox = new ArrayList<>(record.outbox());
    this.evidence = state.evidence();
    this.watermark = state.watermark();
    this.lastStatus = state.lastStatus();
    this.attempts = new HashMap<>(state.attempts());
    this.contacts = new HashMap<>(state.contacts());
  }

  /**
   * Nothing is assumed to have been done before: the agent gets its goal, the broker the outbox,
   * and every component is asked how it is.
   */
  void started() {
    greet();
    if (!members.isEmpty()) {
      effects.add(new ControllerEffect.Listen(members));
    }
    if (goal != null) {
      effects.add(new ControllerEffect.Pursue(goal));
    }
    outbox.forEach(outgoing -> effects.add(new ControllerEffect.Post(outgoing)));
    checkDeadlines();
    bus.askSpeakers();
    aggregates.send(StatusKind.FULL, null);
  }

  /** Whoever waits for an answer, or could not reach this swarm, learns that it can be reached. */
  void reconnected() {
    greet();
    bus.askSpeakers();
    aggregates.send(StatusKind.FULL, null);
  }

  private void greet() {
    send(
        new RoutingKey.ControllerReady(swarmId),
        new Envelope.Handshake(swarmId, swarmId, aggregates.state(), ids.next(), now));
  }

  void received(Message message) {
    switch (message.key()) {
      case RoutingKey.SwarmSignal(SignalName name, String swarm)
          when swarm.equals(swarmId)
              && name != SignalName.SWARM_CREATE
              && message.body() instanceof Envelope.Signal signal ->
          commands.received(signal);
      case RoutingKey.ComponentSignal key
          when message.body() instanceof Envelope.Signal signal
              && key.signal() == SignalName.CONFIG_UPDATE ->
          updates.received(key.role(), key.instance(), signal);
      case RoutingKey.ComponentSignal key
          when message.body() instanceof Envelope.Signal signal
              && key.role().equals(RoutingKey.CONTROLLER_ROLE)
              && key.instance().equals(swarmId) ->
          aggregates.send(StatusKind.FULL, signal.correlationId());
      case RoutingKey.Status _ when message.body() instanceof Envelope.ComponentStatus status ->
          heard(status);
      default -> refuse(message);
    }
  }

  private void refuse(Message message) {
    effects.add(
        new ControllerEffect.Refuse(
            message,
            new Problem(
                "not-for-this-controller",
                "",
                message.key().text() + " is not for the controller of " + swarmId,
                "check the bindings of its queue")));
  }

  private void heard(Envelope.ComponentStatus status) {
    bus.heard(status);
    updates.check();
    progress.check();
  }

  void polled(String component, ActuatorAnswer answer) {
    bus.polled(component, answer);
    progress.check();
  }

  /** Evidence about an earlier goal says nothing about this one. */
  void reported(Evidence report) {
    Goal current = goal;
    if (current == null || report.generation() < current.generation()) {
      return;
    }
    evidence = report;
    watermark = now;
    bus.learn(report);
    progress.check();
    checkDeadlines();
  }

  void tick() {
    checkDeadlines();
    progress.check();
  }

  private void checkDeadlines() {
    progress.checkDeadline();
    updates.checkDeadlines();
  }

  /** Gives the agent a goal of a new generation, so that old evidence cannot confirm it. */
  void pursue(Goal next) {
    goal = next;
    goalKey = ids.next();
    goalStamp = Math.max(goalStamp + 1, now.toEpochMilli());
    effects.add(new ControllerEffect.Pursue(next));
  }

  void delivered(Set<String> messageIds) {
    outbox.removeIf(outgoing -> messageIds.contains(outgoing.messageId()));
  }

  ControllerStep finish() {
    Instant nudgeAt = bus.nudge() ? now.plus(settings.askAgain()) : null;
    aggregates.sendWhenDue();
    ControllerRecord record =
        new ControllerRecord(
            swarmId,
            lifecycle,
            goal,
            goalKey,
            goalStamp,
            waves,
            members,
            speakers,
            offByPeople,
            sequence,
            command,
            configs,
            ended,
            outbox);
    return new ControllerStep(
        new ControllerState(record, evidence, watermark, lastStatus, attempts, contacts, nudgeAt),
        effects);
  }

  void send(RoutingKey key, Envelope body) {
    effects.add(new ControllerEffect.Send(new Message(key, body)));
  }
}
