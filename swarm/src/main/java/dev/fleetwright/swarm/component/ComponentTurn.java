package dev.fleetwright.swarm.component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.component.ComponentState.Refused;
import dev.fleetwright.swarm.component.ComponentState.Settings;
import dev.fleetwright.swarm.component.ComponentState.Wellbeing;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One input on its way through a component; lives for one call and collects the effects. */
final class ComponentTurn {

  private static final Instant NO_TIME = Instant.EPOCH;
  private static final int LONGEST_STATE = 255;
  private static final int LONGEST_REFUSAL = 1000;

  private final ComponentSettings settings;
  private final Ids ids;
  private final Instant now;
  private final List<ComponentEffect> effects = new ArrayList<>();

  private ComponentRecord record;
  private Wellbeing wellbeing;
  private List<Settings> configuring;
  private @Nullable Refused refused;
  private ComponentState.@Nullable Sent lastSent;

  ComponentTurn(ComponentSettings settings, Ids ids, ComponentState state, Instant now) {
    this.settings = settings;
    this.ids = ids;
    this.now = now;
    this.record = state.record();
    this.wellbeing = state.wellbeing();
    this.configuring = new ArrayList<>(state.configuring());
    this.refused = state.refused();
    this.lastSent = state.lastSent();
  }

  void started() {
    sendStatus(StatusKind.FULL, null);
  }

  void changed(Wellbeing said) {
    wellbeing = said;
  }

  void received(Message message) {
    if (message.body() instanceof Envelope.Signal signal
        && message.key() instanceof RoutingKey.ComponentSignal key
        && key.role().equals(settings.role())
        && key.instance().equals(settings.instance())
        && isOfOurSwarm(signal)) {
      if (signal.signal() == SignalName.STATUS_REQUEST) {
        sendStatus(StatusKind.FULL, signal.correlationId());
      } else {
        configUpdate(signal);
      }
    } else {
      effects.add(
          new ComponentEffect.Refuse(
              message,
              new Problem(
                  "not-for-this-component",
                  "",
                  message.key().text()
                      + " is not for "
                      + settings.role()
                      + "."
                      + settings.instance(),
                  "check the target of the signal")));
    }
  }

  private boolean isOfOurSwarm(Envelope.Signal signal) {
    String named = signal.scope().swarmId();
    return named == null || settings.swarmId() == null || named.equals(settings.swarmId());
  }

  /** A key that was dealt with changes nothing again; the status is the answer. */
  private void configUpdate(Envelope.Signal signal) {
    String key = signal.idempotencyKey();
    boolean underway = configuring.stream().anyMatch(one -> one.idempotencyKey().equals(key));
    boolean seen = record.seen().stream().anyMatch(one -> one.idempotencyKey().equals(key));
    long sequence = switching(signal.args());
    if (seen || (sequence > 0 && sequence < record.switched())) {
      sendStatus(StatusKind.FULL, null);
    } else if (!underway) {
      JsonNode data = signal.args() == null ? null : signal.args().get("data");
      configuring.add(
          new Settings(
              key,
              data instanceof ObjectNode changes ? changes : JsonNodeFactory.instance.objectNode(),
              sequence));
      if (configuring.size() == 1) {
        configureNext();
      }
    }
  }

  /** The controller numbers how it switches components on and off; 0 for anything else. */
  private static long switching(@Nullable JsonNode args) {
    return args != null && args.path("origin").asText("").equals(RoutingKey.CONTROLLER_ROLE)
        ? args.path("sequence").asLong(0)
        : 0;
  }

  private void configureNext() {
    // What was overtaken while it waited for its turn is not applied any more.
    configuring.removeIf(one -> one.sequence() > 0 && one.sequence() < record.switched());
    if (!configuring.isEmpty()) {
      Settings next = configuring.getFirst();
      effects.add(
          new ComponentEffect.Configure(
              next.idempotencyKey(), enabledBy(next.changes()), configBy(next.changes())));
    }
  }

  private boolean enabledBy(ObjectNode changes) {
    JsonNode wanted = changes.get("enabled");
    boolean said = wanted != null && wanted.isBoolean();
    return said ? wanted.booleanValue() : record.enabled();
  }

  /** What is not named stays as it is; null takes a setting away. */
  private ObjectNode configBy(ObjectNode changes) {
    ObjectNode config = record.config().deepCopy();
    for (var change : changes.properties()) {
      if (change.getValue().isNull()) {
        config.remove(change.getKey());
      } else if (!change.getKey().equals("enabled")) {
        config.set(change.getKey(), change.getValue().deepCopy());
      }
    }
    return config;
  }

  /** Only what the program runs with is shown as applied. */
  void configured(String key, @Nullable String refusal) {
    if (configuring.isEmpty() || !configuring.getFirst().idempotencyKey().equals(key)) {
      return;
    }
    Settings done = configuring.removeFirst();
    ObjectNode changes = done.changes();
    long switched = Math.max(record.switched(), done.sequence());
    if (refusal == null) {
      refused = null;
      record =
          new ComponentRecord(
              enabledBy(changes), configBy(changes), key, switched, remembered(key));
    } else {
      refused = new Refused(key, refusal.isBlank() ? "the settings were refused" : cut(refusal));
      record =
          new ComponentRecord(
              record.enabled(),
              record.config(),
              record.appliedConfig(),
              record.switched(),
              remembered(key));
    }
    configureNext();
  }

  private static String cut(String text) {
    return text.length() > LONGEST_REFUSAL ? text.substring(0, LONGEST_REFUSAL) : text;
  }

  private List<ComponentRecord.SeenKey> remembered(String key) {
    Instant oldest = now.minus(settings.retention());
    List<ComponentRecord.SeenKey> seen = new ArrayList<>(record.seen());
    seen.removeIf(one -> one.at().isBefore(oldest));
    seen.add(new ComponentRecord.SeenKey(key, now));
    return seen.subList(Math.max(0, seen.size() - settings.mostKeys()), seen.size());
  }

  ComponentStep finish() {
    ComponentState.Sent before = lastSent;
    if (before != null) {
      boolean changed = !before.content().equals(content());
      boolean late =
          !settings.heartbeat().isZero() && !now.isBefore(before.at().plus(settings.heartbeat()));
      if (changed || late) {
        sendStatus(StatusKind.DELTA, null);
      }
    }
    return new ComponentStep(
        new ComponentState(record, wellbeing, configuring, refused, lastSent), effects);
  }

  private void sendStatus(StatusKind kind, @Nullable String correlationId) {
    Envelope.ComponentStatus content = content();
    lastSent = new ComponentState.Sent(now, content);
    effects.add(
        new ComponentEffect.Send(
            new Message(
                new RoutingKey.Status(kind, settings.role(), settings.instance()),
                new Envelope.ComponentStatus(
                    kind,
                    settings.role(),
                    settings.instance(),
                    now,
                    settings.swarmId(),
                    content.state(),
                    content.enabled(),
                    content.healthy(),
                    content.appliedConfig(),
                    content.data(),
                    ids.next(),
                    correlationId))));
  }

  private Envelope.ComponentStatus content() {
    String state = wellbeing.state();
    String shown =
        state == null || state.isBlank()
            ? (record.enabled() ? "Running" : "Disabled")
            : state.length() > LONGEST_STATE ? state.substring(0, LONGEST_STATE) : state;
    return new Envelope.ComponentStatus(
        StatusKind.FULL,
        settings.role(),
        settings.instance(),
        NO_TIME,
        settings.swarmId(),
        shown,
        record.enabled(),
        wellbeing.healthy(),
        record.appliedConfig(),
        data(),
        null,
        null);
  }

  private @Nullable JsonNode data() {
    ObjectNode own = wellbeing.data();
    Refused failure = refused;
    if (failure == null) {
      return own;
    }
    ObjectNode data = own == null ? JsonNodeFactory.instance.objectNode() : own.deepCopy();
    data.putObject("configError")
        .put("idempotencyKey", failure.idempotencyKey())
        .put("message", failure.message());
    return data;
  }
}
