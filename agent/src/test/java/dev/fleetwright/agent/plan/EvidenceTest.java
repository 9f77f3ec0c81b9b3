package dev.fleetwright.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.SwarmEvidence.Standing;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is seen in a cluster, judged and reported. */
class EvidenceTest {

  private static final ObjectId WEB = new ObjectId("apps", "Deployment", "default", "web");
  private static final ResourceType TYPE =
      new ResourceType("apps", "v1", "Deployment", "deployments", true);
  private static final TemplateRef TEMPLATE = new TemplateRef("c1", "w", "h");

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static ObjectNode deployment(int replicas, int generation, String status) {
    ObjectNode live =
        json("{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'}}");
    live.withObject("/metadata").put("generation", generation);
    live.putObject("spec").put("replicas", replicas);
    live.set("status", json(status));
    return live;
  }

  private static Goal goal(RunState run) {
    return new Goal("games_world_c1", 3, TEMPLATE, run);
  }

  private static Evidence evidence(RunState run, @Nullable Standing... standings) {
    return SwarmEvidence.of(goal(run), true, Arrays.asList(standings));
  }

  private static Outcome done(ObjectNode live) {
    return new Outcome(0, WEB, TYPE, live, null);
  }

  @Test
  void aDeploymentIsHealthyWhenItsNewestGenerationIsAvailable() {
    assertThat(Health.of(WEB, deployment(2, 1, "{}")).healthy()).isFalse();
    assertThat(
            Health.of(
                    WEB,
                    deployment(
                        2,
                        2,
                        "{'observedGeneration':1,'replicas':2,'updatedReplicas':2,'availableReplicas':2}"))
                .healthy())
        .isFalse();
    assertThat(
            Health.of(
                    WEB,
                    deployment(
                        2,
                        2,
                        "{'observedGeneration':2,'replicas':2,'updatedReplicas':1,'availableReplicas':2}"))
                .healthy())
        .isFalse();
    assertThat(
            Health.of(
                    WEB,
                    deployment(
                        2,
                        2,
                        "{'observedGeneration':2,'replicas':2,'updatedReplicas':2,'availableReplicas':2}"))
                .healthy())
        .isTrue();
  }

  @Test
  void aDeploymentIsStoppedWhenItsStatusSaysSo() {
    assertThat(Health.of(WEB, deployment(0, 2, "{'observedGeneration':1,'replicas':2}")).running())
        .isTrue();
    assertThat(Health.of(WEB, deployment(0, 2, "{'observedGeneration':1}")).running()).isTrue();
    assertThat(Health.of(WEB, deployment(0, 2, "{'observedGeneration':2}")).running()).isFalse();
    assertThat(Health.of(WEB, deployment(0, 1, "{}")).running()).isFalse();
  }

  @Test
  void aStartIsShownByHealthAlone() {
    Outcome starting =
        done(deployment(2, 1, "{'observedGeneration':1,'replicas':2,'updatedReplicas':2}"));
    Outcome up =
        done(
            deployment(
                2,
                1,
                "{'observedGeneration':1,'replicas':2,'updatedReplicas':2,'availableReplicas':2}"));
    assertThat(
            evidence(RunState.RUNNING, new Standing(3, List.of(starting), List.of()))
                .shows(goal(RunState.RUNNING)))
        .isFalse();
    assertThat(
            evidence(RunState.RUNNING, new Standing(3, List.of(up), List.of()))
                .shows(goal(RunState.RUNNING)))
        .isTrue();
    assertThat(
            evidence(RunState.RUNNING, new Standing(2, List.of(up), List.of()))
                .shows(goal(RunState.RUNNING)))
        .isFalse();
    assertThat(
            evidence(RunState.RUNNING, new Standing(3, List.of(up), List.of(WEB)))
                .shows(goal(RunState.RUNNING)))
        .isFalse();
    assertThat(
            evidence(RunState.RUNNING, new Standing(3, List.of(up), List.of()), null)
                .shows(goal(RunState.RUNNING)))
        .isFalse();
  }

  @Test
  void aRemovalIsShownByNothingLeft() {
    assertThat(evidence(RunState.REMOVED).shows(goal(RunState.REMOVED))).isTrue();
    assertThat(evidence(RunState.REMOVED, new Standing(3, List.of(), List.of(WEB))))
        .satisfies(evidence -> {
          assertThat(evidence.shows(goal(RunState.REMOVED))).isFalse();
          assertThat(evidence.remaining()).containsExactly("Deployment.apps default/web");
        });
    assertThat(
            evidence(RunState.REMOVED, new Standing(2, List.of(), List.of()))
                .shows(goal(RunState.REMOVED)))
        .isFalse();
  }

  @Test
  void whatFailedForAnEarlierGoalIsNoTroubleOfThisOne() {
    Outcome failed =
        new Outcome(
            0,
            WEB,
            TYPE,
            null,
            new Outcome.Failure("InvalidManifest", "invalid-manifest", "no", false));
    assertThat(evidence(RunState.RUNNING, new Standing(2, List.of(failed), List.of())).trouble())
        .isNull();
    assertThat(evidence(RunState.RUNNING, new Standing(3, List.of(failed), List.of())).trouble())
        .isNotNull()
        .satisfies(trouble -> assertThat(trouble.retryable()).isFalse());
  }

  @Test
  void aContentIsCompleteWithAllItsParts() {
    Work one = part("w", "h", 2);
    Work two = part("v", "h", 2);
    Goal goal = goal(RunState.RUNNING);
    assertThat(SwarmEvidence.isComplete(goal, List.of(one))).isFalse();
    assertThat(SwarmEvidence.isComplete(goal, List.of(one, two))).isTrue();
    assertThat(SwarmEvidence.isComplete(goal, List.of(part("w", "other", 1)))).isFalse();
    assertThat(SwarmEvidence.isComplete(goal, List.of())).isFalse();
  }

  private static Work part(String name, String hash, int parts) {
    ObjectNode raw = json("{'metadata':{'annotations':{}}}");
    ObjectNode metadata = raw.withObject("/metadata");
    metadata.put("name", name);
    metadata
        .withObject("/annotations")
        .put(Marks.TEMPLATE, hash)
        .put(Marks.PARTS, Integer.toString(parts));
    return Work.read(raw, "c1");
  }

  @Test
  void aReportKeepsTheTimesOfWhatStaysTheSame() {
    Work work = part("w", "h", 1);
    List<Outcome> outcomes = List.of(done(deployment(0, 1, "{}")));
    JsonNode nothing = JsonNodeFactory.instance.objectNode();
    ObjectNode first =
        WorkReport.status(nothing, work, Mode.RUN, outcomes, List.of(), Instant.EPOCH);
    ObjectNode later =
        WorkReport.status(
            first, work, Mode.RUN, outcomes, List.of(), Instant.EPOCH.plusSeconds(60));
    assertThat(later).isEqualTo(first);
    Outcome failed = new Outcome(0, WEB, TYPE, null, new Outcome.Failure("X", "x", "no", true));
    ObjectNode changed =
        WorkReport.status(
            first, work, Mode.RUN, List.of(failed), List.of(), Instant.EPOCH.plusSeconds(60));
    assertThat(changed.at("/conditions/0/lastTransitionTime").asText())
        .isEqualTo("1970-01-01T00:01:00Z");
    assertThat(changed.at("/conditions/0/status").asText()).isEqualTo("False");
  }

  @Test
  void namesOfReturnedStatusesAreNeverMixedUp() {
    assertThat(
            List.of(
                ReturnedStatus.nameOf(new ObjectId("", "A", "b", "c")),
                ReturnedStatus.nameOf(new ObjectId("", "A", "", "c")),
                ReturnedStatus.nameOf(new ObjectId("x", "A", "b", "c")),
                ReturnedStatus.nameOf(new ObjectId("", "A", "b", "C")),
                ReturnedStatus.nameOf(new ObjectId("", "A", "b", "x".repeat(253))),
                ReturnedStatus.nameOf(new ObjectId("", "A", "b", "x".repeat(252) + "y"))))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z0-9]([-.a-z0-9]*[a-z0-9])?") && name.length() <= 253);
  }
}
