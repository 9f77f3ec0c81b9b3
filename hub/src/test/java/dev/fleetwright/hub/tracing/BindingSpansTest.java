package dev.fleetwright.hub.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.hub.world.SamplePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BindingSpansTest {

  private final List<Span> spans = new ArrayList<>();
  private final Tracer tracer =
      new Tracer() {
        @Override
        boolean isOn() {
          return true;
        }

        @Override
        void ended(Span span) {
          spans.add(span);
        }

        @Override
        public void close() {}
      };

  @Test
  void aReconcileTellsTheWorldAndEachRequirementIsASpanBelow() {
    try (Tracer.Running _ = Objects.requireNonNull(tracer.begin("reconcile worlds"))) {
      BindingSpans.add(tracer, SamplePlan.plan());
    }
    Span reconcile = spans.getLast();
    assertThat(reconcile.attributes())
        .containsAllEntriesOf(
            Map.of("world", "w", "namespace", "n", "game", "g", "desiredBindings", 1));
    List<Span> choices = spans.subList(0, spans.size() - 1);
    assertThat(choices)
        .hasSize(2)
        .allSatisfy(choice -> {
          assertThat(choice.name()).isEqualTo("select provider");
          assertThat(choice.parentId()).isEqualTo(reconcile.spanId());
          assertThat(choice.attributes()).containsEntry("consumerModule", "consumer");
        });
    assertThat(choices)
        .anySatisfy(choice ->
            assertThat(choice.attributes())
                .containsAllEntriesOf(
                    Map.of(
                        "capabilityId",
                        "time.source",
                        "scope",
                        "world",
                        "candidateCount",
                        1,
                        "chosenProvider",
                        "clock")))
        .anySatisfy(choice ->
            assertThat(choice.attributes())
                .containsEntry("capabilityId", "voice.chat")
                .doesNotContainKey("chosenProvider"));
  }

  @Test
  void nothingIsTakenOutsideOfAReconcile() {
    BindingSpans.add(tracer, SamplePlan.plan());
    assertThat(spans).isEmpty();
  }
}
