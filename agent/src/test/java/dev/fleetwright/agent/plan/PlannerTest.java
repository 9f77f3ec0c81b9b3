package dev.fleetwright.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, ResourceType> TYPES =
      Map.of(
          "ConfigMap", new ResourceType("", "v1", "ConfigMap", "configmaps", true),
          "Pod", new ResourceType("", "v1", "Pod", "pods", true),
          "Service", new ResourceType("", "v1", "Service", "services", true),
          "Namespace", new ResourceType("", "v1", "Namespace", "namespaces", false),
          "Deployment", new ResourceType("apps", "v1", "Deployment", "deployments", true));

  /** A cluster and other works, as far as a test needs them. */
  private static final class Around implements Surroundings {
    private final Map<ObjectId, ObjectNode> live = new HashMap<>();
    private final Map<ObjectId, Inventory> holders = new HashMap<>();
    private final Map<ObjectId, Work> heirs = new HashMap<>();
    private final Map<String, Work> works = new HashMap<>();

    @Override
    public Types types() {
      return (group, _, kind) ->
          Optional.ofNullable(TYPES.get(kind)).filter(type -> type.group().equals(group));
    }

    @Override
    public Optional<ObjectNode> live(ResourceType type, ObjectId id) {
      return Optional.ofNullable(live.get(id));
    }

    @Override
    public Optional<Inventory> holder(ObjectId id) {
      return Optional.ofNullable(holders.get(id));
    }

    @Override
    public Optional<Work> work(String name) {
      return Optional.ofNullable(works.get(name));
    }

    @Override
    public Optional<Work> heir(ObjectId id) {
      return Optional.ofNullable(heirs.get(id));
    }
  }

  private final Around around = new Around();

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static ObjectNode object(String apiVersion, String kind, String name) {
    return json(
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'%s'}}"
            .formatted(apiVersion, kind, name));
  }

  private static Work work(ObjectNode... manifests) {
    ObjectNode work =
        json("{'metadata':{'name':'w','uid':'u','creationTimestamp':'2026-01-01T00:00:00Z'}}");
    var list = work.withObject("/spec").withObject("/workload").putArray("manifests");
    List.of(manifests).forEach(list::add);
    return Work.read(work, "c1");
  }

  private static Inventory inventory(String work, ObjectId... ids) {
    TreeMap<ObjectId, String> versions = new TreeMap<>();
    for (ObjectId id : ids) {
      versions.put(id, "v1");
    }
    return new Inventory(work, "2026-01-01T00:00:00Z", null, versions);
  }

  private static ObjectId id(String group, String kind, String name) {
    return new ObjectId(group, kind, kind.equals("Namespace") ? "" : "default", name);
  }

  @Test
  void configurationComesBeforeServicesBeforeWorkloadsWhateverTheOrder() {
    List<ObjectNode> manifests =
        new ArrayList<>(
            List.of(
                object("apps/v1", "Deployment", "d"),
                object("v1", "Service", "s"),
                object("v1", "ConfigMap", "c"),
                object("v1", "Namespace", "n")));
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(manifests, random);
      Plan plan = Planner.plan(work(manifests.toArray(ObjectNode[]::new)), Mode.RUN, null, around);
      assertThat(plan.steps())
          .extracting(step -> step.id().kind())
          .containsExactly("Namespace", "ConfigMap", "Service", "Deployment");
      Plan removal = Planner.plan(work(), Mode.REMOVE, plan.inventory(), around);
      assertThat(removal.removals())
          .extracting(r -> r.id().kind())
          .containsExactly("Deployment", "Service", "ConfigMap", "Namespace");
    }
  }

  @Test
  void whatIsAppliedIsInTheInventoryFirst() {
    Plan plan = Planner.plan(work(object("v1", "ConfigMap", "a")), Mode.RUN, null, around);
    assertThat(plan.inventory().holds(id("", "ConfigMap", "a"))).isTrue();
    assertThat(plan.steps()).singleElement().isInstanceOf(Step.Apply.class);
  }

  @Test
  void anAppliedObjectIsKeptAndAChangedOneIsAppliedAgain() {
    Work work = work(object("v1", "ConfigMap", "a"));
    Step.Apply apply = (Step.Apply) Planner.plan(work, Mode.RUN, null, around).steps().getFirst();
    ObjectNode live = apply.content().deepCopy();
    live.withObject("/metadata").put("resourceVersion", "5").put("uid", "x");
    around.live.put(apply.id(), live);
    assertThat(Planner.plan(work, Mode.RUN, null, around).steps())
        .singleElement()
        .isInstanceOf(Step.Keep.class);
    live.withObject("/metadata").withObject("/labels").put(Marks.WORK, "other");
    assertThat(Planner.plan(work, Mode.RUN, null, around).steps())
        .singleElement()
        .isInstanceOf(Step.Apply.class);
    live.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
    assertThat(Planner.plan(work, Mode.RUN, null, around).steps())
        .singleElement()
        .isInstanceOf(Step.Wait.class);
  }

  @Test
  void aManifestThatLosesAFieldIsAppliedAgain() {
    ObjectNode full = object("v1", "ConfigMap", "a");
    full.putObject("data").put("x", "1").put("y", "2");
    Step.Apply first =
        (Step.Apply) Planner.plan(work(full), Mode.RUN, null, around).steps().getFirst();
    around.live.put(first.id(), first.content());
    ObjectNode less = full.deepCopy();
    less.withObject("/data").remove("y");
    assertThat(Planner.plan(work(less), Mode.RUN, null, around).steps())
        .singleElement()
        .isInstanceOf(Step.Apply.class);
  }

  @Test
  void pruningTakesWhatIsNotWantedAndNothingElse() {
    ObjectId a = id("", "ConfigMap", "a");
    ObjectId b = id("", "ConfigMap", "b");
    Plan plan =
        Planner.plan(work(object("v1", "ConfigMap", "a")), Mode.RUN, inventory("w", a, b), around);
    assertThat(plan.removals()).containsExactly(new Removal.Delete(b, "v1"));
  }

  @Test
  void aWorkThatCannotBeReadWholePrunesNothing() {
    ObjectId b = id("", "ConfigMap", "b");
    Plan plan =
        Planner.plan(
            work(object("v1", "ConfigMap", "a"), json("{'kind':'ConfigMap'}")),
            Mode.RUN,
            inventory("w", b),
            around);
    assertThat(plan.removals()).isEmpty();
    assertThat(plan.refusals())
        .singleElement()
        .extracting(Refusal::reason)
        .isEqualTo(Refusal.INVALID);
    assertThat(Planner.plan(work(), Mode.HOLD, inventory("w", b), around).removals()).isEmpty();
  }

  @Test
  void anObjectOfAKindThatIsUnknownForNowIsNotPruned() {
    ObjectId thing = new ObjectId("example.com", "Thing", "default", "x");
    Plan plan =
        Planner.plan(
            work(object("example.com/v1", "Thing", "x")), Mode.RUN, inventory("w", thing), around);
    assertThat(plan.removals()).isEmpty();
    assertThat(plan.refusals()).singleElement().extracting(Refusal::retryable).isEqualTo(true);
  }

  @Test
  void anObjectOfAnotherWorkIsAConflict() {
    ObjectId a = id("", "ConfigMap", "a");
    around.holders.put(a, inventory("older", a));
    Plan plan = Planner.plan(work(object("v1", "ConfigMap", "a")), Mode.RUN, null, around);
    assertThat(plan.steps()).isEmpty();
    assertThat(plan.inventory().isEmpty()).isTrue();
    assertThat(plan.refusals())
        .singleElement()
        .satisfies(refusal -> {
          assertThat(refusal.reason()).isEqualTo(Refusal.CONFLICT);
          assertThat(refusal.problem().message()).contains("older");
        });
  }

  @Test
  void worksOfTwoBindingsShareAnObject() {
    ObjectId a = id("", "ConfigMap", "a");
    around.holders.put(a, inventory("older", a));
    around.works.put("older", ofBinding(object("v1", "ConfigMap", "a")));
    Plan plan = Planner.plan(ofBinding(object("v1", "ConfigMap", "a")), Mode.RUN, null, around);
    assertThat(plan.shared()).containsExactly(a);
    assertThat(plan.inventory().isEmpty()).as("only one work has a claim").isTrue();
    assertThat(plan.refusals()).isEmpty();
    Plan stranger = Planner.plan(work(object("v1", "ConfigMap", "a")), Mode.RUN, null, around);
    assertThat(stranger.refusals()).hasSize(1);
  }

  private static Work ofBinding(ObjectNode manifest) {
    ObjectNode raw =
        json(
            "{'metadata':{'name':'w','creationTimestamp':'t','labels':{'fleetwright.dev/owner-kind':'Binding'}}}");
    raw.withObject("/spec").withObject("/workload").putArray("manifests").add(manifest);
    return Work.read(raw, "c1");
  }

  @Test
  void aBindingLeavesTheScaleOfWhatItOnlyCreatesToTheCluster() {
    ObjectNode raw =
        json(
            "{'metadata':{'name':'w','creationTimestamp':'t','labels':{'fleetwright.dev/owner-kind':'Binding'}},'spec':{'manifestConfigs':[{'resourceIdentifier':{'group':'apps','resource':'deployments','namespace':'default','name':'d'},'updateStrategy':{'type':'CreateOnly'}}],'workload':{'manifests':[{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{'replicas':2}}]}}}");
    Work work = Work.read(raw, "c1");
    Plan first = Planner.plan(work, Mode.RUN, null, around);
    ObjectNode live = ((Step.Create) first.steps().getFirst()).content().deepCopy();
    live.withObject("/spec").put("replicas", 0);
    around.live.put(id("apps", "Deployment", "d"), live);
    assertThat(Planner.plan(work, Mode.RUN, first.inventory(), around).steps())
        .singleElement()
        .isInstanceOf(Step.Keep.class);
  }

  @Test
  void ofTwoClaimsThatOfTheOlderWorkHolds() {
    ObjectId a = id("", "ConfigMap", "a");
    Inventory older =
        new Inventory("z", "2026-01-01T00:00:00Z", null, inventory("z", a).versions());
    Inventory younger =
        new Inventory("b", "2026-02-01T00:00:00Z", null, inventory("b", a).versions());
    assertThat(Inventory.holder(List.of(younger, older), a)).contains(older);
    assertThat(Inventory.holder(List.of(older, younger), a)).contains(older);
    assertThat(Inventory.holder(List.of(younger), id("", "ConfigMap", "other"))).isEmpty();
  }

  @Test
  void whatAnotherWorkWaitsForIsHandedOver() {
    ObjectId a = id("", "ConfigMap", "a");
    Work heir = work(object("v1", "ConfigMap", "a"));
    around.heirs.put(a, heir);
    assertThat(Planner.plan(work(), Mode.RUN, inventory("w", a), around).removals())
        .containsExactly(new Removal.HandOver(a, "v1", heir));
  }

  @Test
  void vitalNamespacesAreNeverDeleted() {
    ObjectId namespace = id("", "Namespace", "kube-system");
    assertThat(Planner.plan(work(), Mode.RUN, inventory("w", namespace), around).removals())
        .containsExactly(new Removal.LetGo(namespace));
  }

  @Test
  void haltingScalesWorkloadsAndLeavesOutPods() {
    ObjectNode deployment = object("apps/v1", "Deployment", "d");
    deployment.putObject("spec").put("replicas", 3);
    Plan plan =
        Planner.plan(
            work(deployment, object("v1", "Pod", "p"), object("v1", "ConfigMap", "c")),
            Mode.HALT,
            inventory("w", id("", "Pod", "p")),
            around);
    assertThat(plan.steps())
        .extracting(step -> step.id().kind())
        .containsExactly("ConfigMap", "Deployment");
    assertThat(((Step.Apply) plan.steps().getLast()).content().at("/spec/replicas").asInt(-1))
        .isZero();
    assertThat(plan.removals()).containsExactly(new Removal.Delete(id("", "Pod", "p"), "v1"));
    assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(3);
  }

  @Test
  void createOnlyIsLeftAloneButForItsRunState() {
    ObjectNode raw =
        json(
            "{'metadata':{'name':'w','creationTimestamp':'t'},'spec':{'manifestConfigs':[{'resourceIdentifier':{'group':'apps','resource':'deployments','namespace':'default','name':'d'},'updateStrategy':{'type':'CreateOnly'}}],'workload':{'manifests':[{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{'replicas':2}}]}}}");
    Work work = Work.read(raw, "c1");
    Plan first = Planner.plan(work, Mode.RUN, null, around);
    assertThat(first.steps()).singleElement().isInstanceOf(Step.Create.class);
    ObjectNode live = ((Step.Create) first.steps().getFirst()).content().deepCopy();
    live.withObject("/spec").put("replicas", 9);
    around.live.put(id("apps", "Deployment", "d"), live);
    assertThat(Planner.plan(work, Mode.RUN, first.inventory(), around).steps())
        .singleElement()
        .isInstanceOf(Step.Keep.class);
    Plan halted = Planner.plan(work, Mode.HALT, first.inventory(), around);
    assertThat(((Step.Scale) halted.steps().getFirst()).content().at("/spec/replicas").asInt(-1))
        .isZero();
    live.withObject("/spec").put("replicas", 0);
    Plan back = Planner.plan(work, Mode.RUN, first.inventory(), around);
    assertThat(((Step.Scale) back.steps().getFirst()).content().at("/spec/replicas").asInt())
        .isEqualTo(2);
  }

  @Test
  void orphanedObjectsStay() {
    ObjectNode raw =
        json(
            "{'metadata':{'name':'w','creationTimestamp':'t','deletionTimestamp':'t'},'spec':{'deleteOption':{'propagationPolicy':'SelectivelyOrphan','selectivelyOrphans':{'orphaningRules':[{'resource':'configmaps','namespace':'default','name':'keep'}]}}}}");
    ObjectId keep = id("", "ConfigMap", "keep");
    ObjectId go = id("", "ConfigMap", "go");
    assertThat(
            Planner.plan(Work.read(raw, "c1"), Mode.REMOVE, inventory("w", keep, go), around)
                .removals())
        .containsExactlyInAnyOrder(new Removal.LetGo(keep), new Removal.Delete(go, "v1"));
  }
}
