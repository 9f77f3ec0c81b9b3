package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import org.jspecify.annotations.Nullable;

/** How the swarm is as a whole: said when it changes, and at least every few seconds. */
final class Aggregates {

  private final ControllerTurn turn;

  Aggregates(ControllerTurn turn) {
    this.turn = turn;
  }

  void sendWhenDue() {
    ControllerState.Sent last = turn.lastStatus;
    if (last == null) {
      return;
    }
    boolean changed = !last.saysTheSameAs(content());
    boolean late = !turn.now.isBefore(last.at().plus(turn.settings.statusEvery()));
    if (changed || late) {
      send(StatusKind.DELTA, null);
    }
  }

  void send(StatusKind kind, @Nullable String correlationId) {
    ControllerState.Sent content = content();
    turn.lastStatus = content;
    turn.send(
        new RoutingKey.Status(kind, RoutingKey.CONTROLLER_ROLE, turn.swarmId),
        new Envelope.Aggregate(
            kind,
            turn.swarmId,
            turn.now,
            content.state(),
            content.totals(),
            turn.watermark == null ? turn.now : turn.watermark,
            ControllerSettings.MAX_STALENESS_SECONDS,
            turn.swarmId,
            content.templateHash(),
            content.sequence(),
            turn.ids.next(),
            correlationId));
  }

  private ControllerState.Sent content() {
    TemplateRef template = turn.goal == null ? null : turn.goal.template();
    return new ControllerState.Sent(
        turn.now, state(), totals(), template == null ? null : template.hash(), turn.sequence);
  }

  /** A swarm that is to run is as healthy as its components; nobody has looked: Unknown. */
  SwarmState state() {
    if (turn.lifecycle != SwarmState.RUNNING) {
      return turn.lifecycle;
    }
    if (turn.evidence == null) {
      return SwarmState.UNKNOWN;
    }
    Totals totals = totals();
    if (totals.desired() > 0 && totals.healthy() == 0) {
      return SwarmState.UNKNOWN;
    }
    return totals.healthy() < totals.desired() ? SwarmState.DEGRADED : SwarmState.RUNNING;
  }

  /** What the agent sees, less what components say against it or do not vouch for. */
  private Totals totals() {
    Evidence seen = turn.evidence;
    Goal goal = turn.goal;
    if (seen == null) {
      return Totals.NONE;
    }
    if (goal == null || seen.components().isEmpty()) {
      return seen.totals();
    }
    int desired = 0;
    int healthy = 0;
    int running = 0;
    int enabled = 0;
    for (Evidence.Component component : seen.components()) {
      Totals own = component.totals();
      boolean up = goal.isUp(component.name());
      boolean vouched = !up || turn.bus.word(component) == Contacts.Word.WELL;
      boolean off = !up && turn.bus.saysOff(component.name());
      desired += own.desired();
      healthy += vouched ? own.healthy() : 0;
      running += off ? 0 : own.running();
      enabled += off ? 0 : turn.bus.enabled(component);
    }
    return new Totals(desired, healthy, running, enabled);
  }
}
