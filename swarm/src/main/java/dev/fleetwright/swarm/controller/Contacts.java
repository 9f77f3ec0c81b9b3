package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What components say themselves, and what they are told. One that has never spoken is judged by
 * what the agent sees of it; one that has is also to speak for itself.
 */
final class Contacts {

  /** A status that is older than the last by more than this comes from a clock that was set. */
  private static final Duration LONGEST_DETOUR = Duration.ofMinutes(2);

  /** How a component is, as far as can be said now. */
  enum Word {
    WELL,
    ILL,
    /** It has to be asked first. */
    OPEN
  }

  private final ControllerTurn turn;

  Contacts(ControllerTurn turn) {
    this.turn = turn;
  }

  Contact of(String name) {
    return turn.contacts.getOrDefault(name, Contact.NONE);
  }

  private void put(String name, Contact contact) {
    turn.contacts.put(name, contact);
  }

  private boolean speaks(String name) {
    return turn.speakers.contains(name);
  }

  /** A plan says who there will be. */
  void expect(List<Member> all) {
    if (!turn.members.equals(all)) {
      turn.members = List.copyOf(all);
      turn.effects.add(new ControllerEffect.Listen(turn.members));
      List<String> names = all.stream().map(Member::name).toList();
      turn.contacts.keySet().retainAll(names);
      turn.speakers.retainAll(names);
      turn.offByPeople.retainAll(names);
    }
  }

  /** The agent says who there is; when all is applied, also who is no more. */
  void learn(Evidence report) {
    List<Evidence.Component> components = report.components();
    List<Member> all = new ArrayList<>(turn.members);
    if (report.stage() == Evidence.Stage.APPLIED && !components.isEmpty()) {
      all.removeIf(
          member -> components.stream().noneMatch(one -> one.name().equals(member.name())));
    }
    for (Evidence.Component component : components) {
      String role = component.role();
      String instance = component.instance();
      if (role != null && instance != null && !component.name().isEmpty()) {
        Member member = new Member(component.name(), role, instance);
        if (!all.contains(member)) {
          all.removeIf(one -> one.name().equals(member.name()));
          all.add(member);
        }
      }
    }
    if (!all.equals(turn.members)) {
      turn.members = List.copyOf(all);
      turn.effects.add(new ControllerEffect.Listen(turn.members));
    }
  }

  /** A status that was overtaken by a later one of the same component says nothing new. */
  void heard(Envelope.ComponentStatus status) {
    Optional<Member> found =
        turn.members.stream().filter(one -> one.isAt(status.role(), status.instance())).findFirst();
    boolean foreign = status.swarmId() != null && !status.swarmId().equals(turn.swarmId);
    if (found.isEmpty() || foreign) {
      return;
    }
    String name = found.get().name();
    Contact before = of(name);
    boolean proves =
        turn.goalKey != null
            && (turn.goalKey.equals(status.correlationId())
                || turn.goalKey.equals(status.appliedConfig()));
    Envelope.ComponentStatus last = before.status();
    boolean overtaken =
        last != null
            && status.ts().isBefore(last.ts())
            && status.ts().isAfter(last.ts().minus(LONGEST_DETOUR));
    if (overtaken) {
      // What is known of it is newer still, and so proven too.
      put(name, proves ? before.proven(generation()) : before);
      return;
    }
    turn.speakers.add(name);
    put(name, before.heard(status, turn.now, proves ? generation() : 0));
  }

  void polled(String name, ActuatorAnswer answer) {
    put(name, of(name).polled(answer, turn.now));
  }

  private long generation() {
    return turn.goal == null ? 0 : turn.goal.generation();
  }

  /** How a component that is to work is; what the agent sees of it comes on top. */
  Word word(Evidence.Component component) {
    String name = component.name();
    Contact contact = of(name);
    if (!speaks(name) && !component.actuator()) {
      return Word.WELL;
    }
    Instant fresh = turn.now.minus(turn.settings.statusTtl());
    Envelope.ComponentStatus status = contact.status();
    if (contact.isHeardSince(fresh) && status != null) {
      return Boolean.FALSE.equals(status.healthy()) ? Word.ILL : Word.WELL;
    }
    ActuatorAnswer answer = contact.answer();
    if (contact.isPolledSince(fresh) && answer != null) {
      return answer == ActuatorAnswer.DOWN ? Word.ILL : Word.WELL;
    }
    return Word.OPEN;
  }

  /** Whether a component is known, since the goal was set, to be switched on or off. */
  boolean isSwitched(String name, boolean on) {
    Contact contact = of(name);
    Envelope.ComponentStatus status = contact.status();
    return status != null
        && contact.provenFor() >= generation()
        && status.enabled() != null
        && status.enabled() == on;
  }

  /** Whether the last that a component said is that it does not work. */
  boolean saysOff(String name) {
    Envelope.ComponentStatus status = of(name).status();
    return speaks(name) && status != null && Boolean.FALSE.equals(status.enabled());
  }

  /** Whether the component follows its own control plane, rather than the scale of its workload. */
  boolean isSwitchedByItself(String name) {
    return speaks(name);
  }

  int enabled(Evidence.Component component) {
    return saysOff(component.name()) ? 0 : component.totals().enabled();
  }

  /** After a restart nothing is known of those who spoke before. */
  void askSpeakers() {
    turn.members.stream().filter(member -> speaks(member.name())).forEach(this::ask);
  }

  /** Those that did not show what they were told are no longer relied upon. */
  void giveUpOnSilent() {
    Goal goal = turn.goal;
    if (goal != null) {
      turn.speakers.removeIf(name -> !isSwitched(name, goal.isUp(name)));
    }
  }

  /**
   * Asks and tells whoever owes something, not more often than needed.
   *
   * @return whether somebody still owes something
   */
  boolean nudge() {
    Goal goal = turn.goal;
    Evidence seen = turn.evidence;
    if (goal == null || goal.run() == RunState.REMOVED) {
      return false;
    }
    boolean owed = false;
    for (Member member : turn.members) {
      owed |= speaks(member.name()) && nudge(goal, member);
    }
    if (goal.run() == RunState.RUNNING && seen != null) {
      for (Evidence.Component component : seen.components()) {
        owed |= goal.isUp(component.name()) && renew(component);
      }
    }
    askForSettings();
    return owed || !turn.configs.isEmpty();
  }

  private boolean nudge(Goal goal, Member member) {
    String name = member.name();
    boolean on = goal.isUp(name);
    Contact contact = of(name);
    Envelope.ComponentStatus status = contact.status();
    boolean matters =
        turn.command != null || goal.run() != RunState.RUNNING || isOffByItself(name, contact);
    boolean wrong = status == null || status.enabled() == null || status.enabled() != on;
    boolean unproven = turn.command != null && contact.provenFor() < generation();
    boolean owes = matters && (wrong || unproven);
    if (owes && contact.mayAsk(turn.now, turn.settings.askAgain())) {
      if (status != null && wrong) {
        tell(member, on);
      } else {
        ask(member);
      }
    }
    return owes && turn.command != null;
  }

  /**
   * A person may switch off a component of a running swarm, and only a command switches it back.
   * One that came up like that, or heard only now what it was told long ago, is switched on again;
   * not at once, since the person's wish may be on its way to us too.
   */
  private boolean isOffByItself(String name, Contact contact) {
    return !turn.offByPeople.contains(name)
        && contact.isOffSince(turn.now.minus(turn.settings.askAgain()));
  }

  /** Before what is known gets too old to assert anything by. */
  private boolean renew(Evidence.Component component) {
    String name = component.name();
    if (!speaks(name) && !component.actuator()) {
      return false;
    }
    Contact contact = of(name);
    Instant due = turn.now.minus(turn.settings.renewAfter());
    boolean polled = contact.isPolledSince(due) && contact.answer() != ActuatorAnswer.DOWN;
    if (contact.isHeardSince(due) || polled) {
      return false;
    }
    if (contact.mayPoll(turn.now, turn.settings.askAgain())) {
      put(name, contact.pollAsked(turn.now));
      turn.effects.add(new ControllerEffect.Poll(name));
    }
    turn.members.stream()
        .filter(member -> member.name().equals(name) && speaks(name))
        .filter(_ -> of(name).mayAsk(turn.now, turn.settings.askAgain()))
        .forEach(this::ask);
    return turn.command != null;
  }

  /** The status that would show settings may have been lost. */
  private void askForSettings() {
    for (OpenConfig open : turn.configs) {
      Scope scope = open.command().key().scope();
      boolean waited =
          !turn.now.isBefore(open.command().acceptedAt().plus(turn.settings.askAgain()));
      turn.members.stream()
          .filter(member -> member.instance().equals(scope.instance()))
          .filter(member -> member.role().equals(scope.role()))
          .filter(member -> waited && of(member.name()).mayAsk(turn.now, turn.settings.askAgain()))
          .forEach(this::ask);
    }
  }

  private void ask(Member member) {
    signal(
        SignalName.STATUS_REQUEST,
        member,
        turn.goalKey == null ? turn.ids.next() : turn.goalKey,
        turn.ids.next(),
        null);
  }

  /** One key for a goal, unless the component has applied that already and was changed since. */
  private void tell(Member member, boolean on) {
    ObjectNode args =
        JsonNodeFactory.instance
            .objectNode()
            .put(ConfigUpdates.ORIGIN, RoutingKey.CONTROLLER_ROLE)
            .put("sequence", turn.goalStamp);
    args.putObject("data").put("enabled", on);
    boolean again = of(member.name()).provenFor() >= generation();
    signal(
        SignalName.CONFIG_UPDATE,
        member,
        turn.ids.next(),
        again || turn.goalKey == null ? turn.ids.next() : turn.goalKey,
        args);
  }

  private void signal(
      SignalName name,
      Member member,
      String correlationId,
      String idempotencyKey,
      @Nullable JsonNode args) {
    put(member.name(), of(member.name()).asked(turn.now));
    turn.send(
        new RoutingKey.ComponentSignal(name, member.role(), member.instance()),
        new Envelope.Signal(
            name,
            new Scope(turn.swarmId, member.role(), member.instance()),
            correlationId,
            idempotencyKey,
            turn.ids.next(),
            turn.now,
            args));
  }
}
