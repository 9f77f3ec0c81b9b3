package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One input on its way through a controller; lives for one call and collects the effects. */
final class ControllerTurn {

  /** Outcomes are kept for a day in one record, so each stays small. */
  private static final int LARGEST_DETAILS = 2048;

  private final ControllerSettings settings;
  private final Ids ids;
  private final Instant now;
  private final List<ControllerEffect> effects = new ArrayList<>();

  private ControllerRecord record;
  private @Nullable Evidence evidence;
  private @Nullable Instant watermark;
  private ControllerState.@Nullable Sent lastStatus;
  private @Nullable String latestAttempt;

  ControllerTurn(ControllerSettings settings, Ids ids, ControllerState state, Instant now) {
    this.settings = settings;
    this.ids = ids;
    this.now = now;
    this.record = state.record();
    this.evidence = state.evidence();
    this.watermark = state.watermark();
    this.lastStatus = state.lastStatus();
    this.latestAttempt = state.latestAttempt();
  }

  /**
   * Nothing is assumed to have been done before: the agent gets its goal, the broker the outbox.
   */
  void started() {
    send(
        new RoutingKey.ControllerReady(record.swarmId()),
        new Envelope.Handshake(
            record.swarmId(), record.swarmId(), aggregateState(), ids.next(), now));
    if (record.goal() != null) {
      effects.add(new ControllerEffect.Pursue(record.goal()));
    }
    record.outbox().forEach(outgoing -> effects.add(new ControllerEffect.Post(outgoing)));
    checkDeadline();
    sendStatus(StatusKind.FULL, null);
  }

  void received(Message message) {
    if (message.body() instanceof Envelope.Signal signal
        && message.key() instanceof RoutingKey.SwarmSignal(SignalName name, String swarmId)
        && swarmId.equals(record.swarmId())
        && name != SignalName.SWARM_CREATE) {
      command(signal);
    } else if (message.body() instanceof Envelope.Signal signal
        && message.key() instanceof RoutingKey.ComponentSignal key
        && key.role().equals(RoutingKey.CONTROLLER_ROLE)
        && key.instance().equals(record.swarmId())) {
      ownSignal(signal);
    } else {
      effects.add(
          new ControllerEffect.Refuse(
              message,
              new Problem(
                  "not-for-this-controller",
                  "",
                  message.key().text() + " is not for the controller of " + record.swarmId(),
                  "check the bindings of its queue")));
    }
  }

  private void ownSignal(Envelope.Signal signal) {
    if (signal.signal() == SignalName.STATUS_REQUEST) {
      sendStatus(StatusKind.FULL, signal.correlationId());
    } else {
      confirm(
          signal.correlationId(),
          signal.idempotencyKey(),
          signal.signal(),
          Scope.instance(RoutingKey.CONTROLLER_ROLE, record.swarmId()),
          new Outcome.Failure(
              "unsupported", "a controller has no settings of its own", "validate", false),
          null);
    }
  }

  private void command(Envelope.Signal signal) {
    CommandKey key = CommandKey.of(signal);
    String digest = Json.digest(signal.args());
    OpenCommand open = record.command();
    Optional<EndedCommand> ended =
        record.ended().stream().filter(command -> command.key().equals(key)).findFirst();
    if (open != null && open.key().equals(key)) {
      if (open.argsDigest().equals(digest)) {
        latestAttempt = signal.correlationId();
      } else {
        conflict(signal, open.correlationId());
      }
    } else if (ended.isPresent()) {
      if (ended.get().argsDigest().equals(digest)) {
        replay(signal, ended.get());
      } else {
        conflict(signal, ended.get().correlationId());
      }
    } else {
      accept(signal, key, digest);
    }
  }

  private void replay(Envelope.Signal signal, EndedCommand ended) {
    confirm(
        signal.correlationId(),
        signal.idempotencyKey(),
        signal.signal(),
        signal.scope(),
        ended.outcome(),
        ended.correlationId());
  }

  private void conflict(Envelope.Signal signal, String original) {
    confirm(
        signal.correlationId(),
        signal.idempotencyKey(),
        signal.signal(),
        signal.scope(),
        new Outcome.Failure(
            "idempotency-conflict",
            "this idempotencyKey was used before with other args",
            "validate",
            false),
        original);
  }

  /** Reserves the key before anything is done: from here on the command ends exactly once. */
  private void accept(Envelope.Signal signal, CommandKey key, String digest) {
    forgetExpired();
    if (record.ended().size() >= settings.mostEnded()) {
      confirm(
          signal.correlationId(),
          signal.idempotencyKey(),
          signal.signal(),
          signal.scope(),
          new Outcome.Failure(
              "too-many-commands",
              "this swarm has had " + settings.mostEnded() + " commands within the retention time",
              "validate",
              true),
          null);
      return;
    }
    OpenCommand command =
        new OpenCommand(
            key, digest, signal.correlationId(), now, now.plus(settings.timeFor(signal.signal())));
    Optional<Outcome.Failure> refusal = refusal(signal);
    if (refusal.isPresent()) {
      remember(command, refusal.get(), signal.correlationId());
      return;
    }
    if (record.command() != null) {
      end(superseded(signal));
    }
    latestAttempt = signal.correlationId();
    record = record.withCommand(command).withSequence(sequenceOf(signal).orElse(record.sequence()));
    pursue(signal);
  }

  private Optional<Outcome.Failure> refusal(Envelope.Signal signal) {
    Optional<Long> sequence = sequenceOf(signal);
    if (sequence.isPresent() && sequence.get() <= record.sequence()) {
      ObjectNode details =
          JsonNodeFactory.instance.objectNode().put("highestSequence", record.sequence());
      return Optional.of(
          new Outcome.Failure(
              "stale-command",
              "a newer command for this swarm was accepted before",
              "validate",
              true,
              details,
              null));
    }
    Goal goal = record.goal();
    boolean provisioned = goal != null && goal.run() != RunState.REMOVED;
    return switch (signal.signal()) {
      case SWARM_TEMPLATE ->
          TemplateRef.fromArgs(signal.args()).isPresent()
              ? Optional.empty()
              : Optional.of(
                  new Outcome.Failure(
                      "invalid-args", "args.template is missing", "validate", false));
      case SWARM_START, SWARM_STOP ->
          provisioned
              ? Optional.empty()
              : Optional.of(
                  new Outcome.Failure(
                      "no-template",
                      "the swarm has no template; send swarm-template first",
                      "validate",
                      true));
      case SWARM_CREATE, SWARM_REMOVE, CONFIG_UPDATE, STATUS_REQUEST -> Optional.empty();
    };
  }

  /** Every command gets a goal of its own generation, so old evidence cannot confirm it. */
  private void pursue(Envelope.Signal signal) {
    Goal before = record.goal();
    long generation = record.generation() + 1;
    String swarmId = record.swarmId();
    TemplateRef template = before == null ? null : before.template();
    boolean provisioned = before != null && before.run() != RunState.REMOVED;
    Goal goal =
        switch (signal.signal()) {
          case SWARM_TEMPLATE ->
              new Goal(
                  swarmId,
                  generation,
                  TemplateRef.fromArgs(signal.args()).orElseThrow(),
                  before != null && provisioned ? before.run() : RunState.PROVISIONED);
          case SWARM_START -> new Goal(swarmId, generation, template, RunState.RUNNING);
          case SWARM_STOP -> new Goal(swarmId, generation, template, RunState.STOPPED);
          case SWARM_REMOVE -> new Goal(swarmId, generation, template, RunState.REMOVED);
          case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST -> throw new IllegalStateException();
        };
    record = record.withGoal(goal).withLifecycle(underway(signal.signal()));
    effects.add(new ControllerEffect.Pursue(goal));
  }

  /** Evidence about an earlier goal says nothing about this one. */
  void reported(Evidence report) {
    Goal goal = record.goal();
    if (goal == null || report.generation() < goal.generation()) {
      return;
    }
    evidence = report;
    watermark = now;
    if (report.shows(goal)) {
      SwarmState reached = reached(goal.run());
      if (record.lifecycle() != reached) {
        record = record.withLifecycle(reached);
      }
      if (record.command() != null) {
        end(new Outcome.Success(reached));
      }
    } else if (record.command() != null
        && report.trouble() != null
        && !report.trouble().retryable()) {
      failOn(report.trouble(), record.command());
    }
    checkDeadline();
  }

  private void failOn(Evidence.Trouble trouble, OpenCommand command) {
    record = record.withLifecycle(SwarmState.FAILED);
    end(
        new Outcome.Failure(
            trouble.code().isBlank() ? "failed" : clipped(trouble.code(), 100),
            trouble.message().isBlank() ? "the agent gave up" : clipped(trouble.message(), 1000),
            phase(command.key().signal()),
            false,
            details(),
            SwarmState.FAILED));
  }

  void checkDeadline() {
    OpenCommand command = record.command();
    if (command == null || now.isBefore(command.deadline())) {
      return;
    }
    SignalName signal = command.key().signal();
    record = record.withLifecycle(SwarmState.FAILED);
    end(
        new Outcome.Failure(
            "deadline-exceeded",
            signal.text()
                + " was not done within "
                + settings.timeFor(signal).toSeconds()
                + " s"
                + (evidence != null && evidence.trouble() != null
                    ? ": " + clipped(evidence.trouble().message(), 1000)
                    : ""),
            phase(signal),
            true,
            details(),
            SwarmState.FAILED));
  }

  /** What is known when a command fails, above all what a removal left behind. */
  private @Nullable JsonNode details() {
    if (evidence == null) {
      return null;
    }
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    Totals totals = evidence.totals();
    details
        .putObject("totals")
        .put("desired", totals.desired())
        .put("healthy", totals.healthy())
        .put("running", totals.running())
        .put("enabled", totals.enabled());
    if (!evidence.remaining().isEmpty()) {
      var remaining = details.putArray("remaining");
      evidence.remaining().stream()
          .limit(20)
          .forEach(object -> remaining.add(clipped(object, 200)));
      details.put("remainingCount", evidence.remaining().size());
    }
    Evidence.Trouble trouble = evidence.trouble();
    if (trouble != null) {
      ObjectNode shown = details.putObject("trouble");
      shown.put("code", clipped(trouble.code(), 100));
      shown.put("message", clipped(trouble.message(), 1000));
      if (trouble.details() != null && Json.write(trouble.details()).length <= LARGEST_DETAILS) {
        shown.set("details", trouble.details());
      }
    }
    return details;
  }

  private static Outcome.Failure superseded(Envelope.Signal by) {
    ObjectNode details =
        JsonNodeFactory.instance
            .objectNode()
            .put("signal", by.signal().text())
            .put("idempotencyKey", by.idempotencyKey());
    return new Outcome.Failure(
        "superseded",
        "a newer command, " + by.signal().text() + ", took its place",
        "execute",
        false,
        details,
        null);
  }

  /** Ends the open command. */
  private void end(Outcome outcome) {
    OpenCommand command = record.command();
    if (command == null) {
      return;
    }
    String answered = latestAttempt == null ? command.correlationId() : latestAttempt;
    record = record.withCommand(null);
    latestAttempt = null;
    remember(command, outcome, answered);
  }

  private void remember(OpenCommand command, Outcome outcome, String answeredAttempt) {
    EndedCommand ended =
        new EndedCommand(
            command.key(), command.argsDigest(), command.correlationId(), outcome, now);
    List<EndedCommand> all = new ArrayList<>(record.ended());
    all.add(ended);
    String messageId = ids.next();
    Message confirmation =
        confirmation(
            answeredAttempt,
            command.key().idempotencyKey(),
            command.key().signal(),
            command.key().scope(),
            outcome,
            answeredAttempt.equals(command.correlationId()) ? null : command.correlationId(),
            messageId);
    Outgoing outgoing = new Outgoing(messageId, confirmation);
    List<Outgoing> outbox = new ArrayList<>(record.outbox());
    outbox.add(outgoing);
    record = record.withEnded(all).withOutbox(outbox);
    effects.add(new ControllerEffect.Post(outgoing));
    effects.add(new ControllerEffect.Ended(ended));
  }

  void delivered(Set<String> messageIds) {
    record =
        record.withOutbox(
            record.outbox().stream()
                .filter(outgoing -> !messageIds.contains(outgoing.messageId()))
                .toList());
  }

  ControllerStep finish() {
    ControllerState.Sent due = content();
    boolean changed = lastStatus != null && !lastStatus.saysTheSameAs(due);
    boolean late =
        lastStatus != null && !now.isBefore(lastStatus.at().plus(settings.statusEvery()));
    if (changed || late) {
      sendStatus(StatusKind.DELTA, null);
    }
    return new ControllerStep(
        new ControllerState(record, evidence, watermark, lastStatus, latestAttempt), effects);
  }

  private void forgetExpired() {
    Instant oldest = now.minus(settings.retention());
    if (record.ended().stream().anyMatch(command -> command.endedAt().isBefore(oldest))) {
      record =
          record.withEnded(
              record.ended().stream()
                  .filter(command -> !command.endedAt().isBefore(oldest))
                  .toList());
    }
  }

  private void sendStatus(StatusKind kind, @Nullable String correlationId) {
    ControllerState.Sent content = content();
    lastStatus = content;
    String swarmId = record.swarmId();
    send(
        new RoutingKey.Status(kind, RoutingKey.CONTROLLER_ROLE, swarmId),
        new Envelope.Aggregate(
            kind,
            swarmId,
            now,
            content.state(),
            content.totals(),
            watermark == null ? now : watermark,
            ControllerSettings.MAX_STALENESS_SECONDS,
            swarmId,
            content.templateHash(),
            content.sequence(),
            ids.next(),
            correlationId));
  }

  private ControllerState.Sent content() {
    Goal goal = record.goal();
    TemplateRef template = goal == null ? null : goal.template();
    return new ControllerState.Sent(
        now,
        aggregateState(),
        evidence == null ? Totals.NONE : evidence.totals(),
        template == null ? null : template.hash(),
        record.sequence());
  }

  /** A swarm that is to run is as healthy as its components; nobody has looked: Unknown. */
  private SwarmState aggregateState() {
    if (record.lifecycle() != SwarmState.RUNNING) {
      return record.lifecycle();
    }
    if (evidence == null) {
      return SwarmState.UNKNOWN;
    }
    Totals totals = evidence.totals();
    if (totals.desired() > 0 && totals.healthy() == 0) {
      return SwarmState.UNKNOWN;
    }
    return totals.healthy() < totals.desired() ? SwarmState.DEGRADED : SwarmState.RUNNING;
  }

  private void confirm(
      String correlationId,
      String idempotencyKey,
      SignalName signal,
      Scope scope,
      Outcome outcome,
      @Nullable String original) {
    Message message =
        confirmation(correlationId, idempotencyKey, signal, scope, outcome, original, ids.next());
    effects.add(new ControllerEffect.Send(message));
  }

  private Message confirmation(
      String correlationId,
      String idempotencyKey,
      SignalName signal,
      Scope scope,
      Outcome outcome,
      @Nullable String original,
      String messageId) {
    RoutingKey key =
        signal == SignalName.CONFIG_UPDATE
            ? new RoutingKey.ConfigError(RoutingKey.CONTROLLER_ROLE, record.swarmId())
            : outcome.succeeded()
                ? new RoutingKey.SwarmReady(signal, record.swarmId())
                : new RoutingKey.SwarmError(signal, record.swarmId());
    return new Message(
        key,
        new Envelope.Confirmation(
            signal, scope, outcome, correlationId, idempotencyKey, now, messageId, original));
  }

  private void send(RoutingKey key, Envelope body) {
    effects.add(new ControllerEffect.Send(new Message(key, body)));
  }

  private static String clipped(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }

  private static Optional<Long> sequenceOf(Envelope.Signal signal) {
    JsonNode sequence = signal.args() == null ? null : signal.args().get("sequence");
    return sequence == null ? Optional.empty() : Optional.of(sequence.asLong());
  }

  private static SwarmState underway(SignalName signal) {
    return switch (signal) {
      case SWARM_START -> SwarmState.STARTING;
      case SWARM_STOP -> SwarmState.STOPPING;
      case SWARM_REMOVE -> SwarmState.REMOVING;
      case SWARM_CREATE, SWARM_TEMPLATE, CONFIG_UPDATE, STATUS_REQUEST -> SwarmState.PROVISIONING;
    };
  }

  private static SwarmState reached(RunState run) {
    return switch (run) {
      case PROVISIONED -> SwarmState.READY;
      case RUNNING -> SwarmState.RUNNING;
      case STOPPED -> SwarmState.STOPPED;
      case REMOVED -> SwarmState.REMOVED;
    };
  }

  private static String phase(SignalName signal) {
    return switch (signal) {
      case SWARM_TEMPLATE -> "provision";
      case SWARM_START -> "start";
      case SWARM_STOP -> "stop";
      case SWARM_REMOVE -> "remove";
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST -> "execute";
    };
  }
}
