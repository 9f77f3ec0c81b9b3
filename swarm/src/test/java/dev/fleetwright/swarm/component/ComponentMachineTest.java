package dev.fleetwright.swarm.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.component.ComponentState.Wellbeing;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComponentMachineTest {

  private static final Protocol PROTOCOL = Protocol.bundled();

  private int ids;
  private ComponentSettings settings = ComponentSettings.of("sink", "s1", "swarm-42");
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private ComponentState state = ComponentState.restored(ComponentRecord.fresh());
  private final List<ComponentEffect> effects = new ArrayList<>();

  private ComponentMachine machine() {
    return new ComponentMachine(settings, () -> "id-" + ids++);
  }

  private void give(ComponentInput input) {
    ComponentStep step = machine().apply(state, input, now);
    state = step.state();
    effects.addAll(step.effects());
  }

  private void signal(SignalName name, String key, String attempt, @Nullable ObjectNode args) {
    give(
        new ComponentInput.Received(
            new Message(
                new RoutingKey.ComponentSignal(name, "sink", "s1"),
                new Envelope.Signal(
                    name, new Scope("swarm-42", "sink", "s1"), attempt, key, "m", now, args))));
  }

  private void configure(String key, String json) {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    try {
      args.set(
          "data",
          dev.fleetwright.swarm.protocol.Json.read(
              json.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    signal(SignalName.CONFIG_UPDATE, key, "a-" + key, args);
  }

  private List<Envelope.ComponentStatus> statuses() {
    return effects.stream()
        .filter(ComponentEffect.Send.class::isInstance)
        .map(effect -> ((ComponentEffect.Send) effect).message())
        .peek(message -> assertThat(PROTOCOL.encode(Actor.COMPONENT, message).problems()).isEmpty())
        .map(message -> (Envelope.ComponentStatus) message.body())
        .toList();
  }

  private List<ComponentEffect.Configure> configured() {
    return effects.stream()
        .filter(ComponentEffect.Configure.class::isInstance)
        .map(ComponentEffect.Configure.class::cast)
        .toList();
  }

  @Test
  void aFullStatusComesAtTheStartAndOnRequest() {
    give(new ComponentInput.Started());
    assertThat(statuses())
        .singleElement()
        .satisfies(status -> {
          assertThat(status.kind()).isEqualTo(StatusKind.FULL);
          assertThat(status.enabled()).isTrue();
          assertThat(status.correlationId()).isNull();
        });
    signal(SignalName.STATUS_REQUEST, "k", "asked", null);
    assertThat(statuses()).hasSize(2);
    assertThat(statuses().getLast().kind()).isEqualTo(StatusKind.FULL);
    assertThat(statuses().getLast().correlationId()).isEqualTo("asked");
  }

  @Test
  void aDeltaComesOnChangeAndOnlyThen() {
    give(new ComponentInput.Started());
    give(new ComponentInput.Changed(Wellbeing.FINE));
    now = now.plusSeconds(600);
    give(new ComponentInput.Tick());
    assertThat(statuses()).hasSize(1);
    assertThat(machine().nextWake(state)).isEmpty();
    give(new ComponentInput.Changed(new Wellbeing(false, "Broken", null)));
    assertThat(statuses().getLast())
        .satisfies(status -> {
          assertThat(status.kind()).isEqualTo(StatusKind.DELTA);
          assertThat(status.healthy()).isFalse();
          assertThat(status.state()).isEqualTo("Broken");
        });
  }

  @Test
  void aHeartbeatComesWhereOneIsWanted() {
    settings = settings.withHeartbeat(Duration.ofSeconds(10));
    give(new ComponentInput.Started());
    now = machine().nextWake(state).orElseThrow();
    give(new ComponentInput.Tick());
    assertThat(statuses()).hasSize(2);
    assertThat(statuses().getLast().kind()).isEqualTo(StatusKind.DELTA);
  }

  @Test
  void settingsShowOnlyWhenTheProgramRunsWithThem() {
    give(new ComponentInput.Started());
    configure("k1", "{'enabled': false, 'speed': 3}");
    assertThat(configured())
        .singleElement()
        .satisfies(effect -> {
          assertThat(effect.enabled()).isFalse();
          assertThat(effect.config().path("speed").asInt()).isEqualTo(3);
          assertThat(effect.config().has("enabled")).isFalse();
        });
    assertThat(statuses()).as("nothing is claimed yet").hasSize(1);
    give(new ComponentInput.Configured("k1", null));
    assertThat(statuses().getLast())
        .satisfies(status -> {
          assertThat(status.appliedConfig()).isEqualTo("k1");
          assertThat(status.enabled()).isFalse();
        });
  }

  @Test
  void theControlPlaneIsOnWhileTheComponentIsDisabled() {
    give(new ComponentInput.Started());
    configure("off", "{'enabled': false}");
    give(new ComponentInput.Configured("off", null));
    signal(SignalName.STATUS_REQUEST, "k", "asked", null);
    assertThat(statuses().getLast().correlationId()).isEqualTo("asked");
    assertThat(statuses().getLast().enabled()).isFalse();
    configure("on", "{'enabled': true}");
    give(new ComponentInput.Configured("on", null));
    assertThat(statuses().getLast().enabled()).isTrue();
  }

  @Test
  void aDuplicateChangesNothingAndIsAnsweredWithTheStatus() {
    give(new ComponentInput.Started());
    configure("k1", "{'speed': 1}");
    configure("k1", "{'speed': 1}");
    give(new ComponentInput.Configured("k1", null));
    configure("k2", "{'speed': 2}");
    give(new ComponentInput.Configured("k2", null));
    int before = statuses().size();
    configure("k1", "{'speed': 1}");
    assertThat(configured()).hasSize(2);
    assertThat(state.record().config().path("speed").asInt()).isEqualTo(2);
    assertThat(statuses()).hasSize(before + 1);
    assertThat(statuses().getLast().appliedConfig()).isEqualTo("k2");
  }

  @Test
  void settingsAreAppliedOneAfterTheOtherOnTopOfEachOther() {
    give(new ComponentInput.Started());
    configure("k1", "{'a': 1, 'b': 1}");
    configure("k2", "{'b': 2, 'c': null}");
    assertThat(configured()).hasSize(1);
    give(new ComponentInput.Configured("k1", null));
    assertThat(configured().getLast().config().toString()).isEqualTo("{\"a\":1,\"b\":2}");
    give(new ComponentInput.Configured("k2", "b is out of range"));
    assertThat(state.record().config().toString()).isEqualTo("{\"a\":1,\"b\":1}");
    assertThat(statuses().getLast().appliedConfig()).isEqualTo("k1");
    assertThat(
            Objects.requireNonNull(statuses().getLast().data()).at("/configError/message").asText())
        .isEqualTo("b is out of range");
  }

  @Test
  void whatTheControllerSaidBeforeComesTooLate() {
    give(new ComponentInput.Started());
    switched("new", 8, true);
    give(new ComponentInput.Configured("new", null));
    switched("old", 7, false);
    assertThat(configured()).hasSize(1);
    assertThat(state.record().enabled()).isTrue();
  }

  private void switched(String key, long sequence, boolean on) {
    ObjectNode args =
        JsonNodeFactory.instance
            .objectNode()
            .put("origin", "swarm-controller")
            .put("sequence", sequence);
    args.putObject("data").put("enabled", on);
    signal(SignalName.CONFIG_UPDATE, key, "a", args);
  }

  @Test
  void aSignalForAnotherComponentOrSwarmIsShown() {
    give(new ComponentInput.Started());
    give(
        new ComponentInput.Received(
            new Message(
                new RoutingKey.ComponentSignal(SignalName.CONFIG_UPDATE, "sink", "s1"),
                new Envelope.Signal(
                    SignalName.CONFIG_UPDATE,
                    new Scope("another", "sink", "s1"),
                    "a",
                    "k",
                    "m",
                    now,
                    null))));
    assertThat(effects).anyMatch(ComponentEffect.Refuse.class::isInstance);
    assertThat(configured()).isEmpty();
  }

  @Test
  void whatItKeepsComesBack() {
    give(new ComponentInput.Started());
    configure("k1", "{'enabled': false, 'speed': 3}");
    give(new ComponentInput.Configured("k1", null));
    ComponentRecord stored =
        RecordJson.read(RecordJson.write(state.record()), ComponentRecord.class);
    assertThat(stored).isEqualTo(state.record());
    state = ComponentState.restored(stored);
    give(new ComponentInput.Started());
    assertThat(statuses().getLast().appliedConfig()).isEqualTo("k1");
    assertThat(statuses().getLast().enabled()).isFalse();
  }
}
