package dev.fleetwright.agent;

import static dev.fleetwright.agent.Testbed.CONFIG_MAP;
import static dev.fleetwright.agent.Testbed.DEPLOYMENT;
import static dev.fleetwright.agent.Testbed.await;
import static dev.fleetwright.agent.Testbed.condition;
import static dev.fleetwright.agent.Testbed.configMap;
import static dev.fleetwright.agent.Testbed.deployment;
import static dev.fleetwright.agent.Testbed.parse;
import static dev.fleetwright.agent.Testbed.reason;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.agent.plan.Marks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Works of no world: applied as they are, pruned, reported, repaired. */
class DeliveryTest {

  private final Testbed bed;

  DeliveryTest() throws IOException {
    bed = new Testbed();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private int inventories() {
    return bed.target
        .configMaps()
        .inNamespace(Marks.SYSTEM_NAMESPACE)
        .withLabel("fleetwright.dev/inventory")
        .list()
        .getItems()
        .size();
  }

  @Test
  void objectsAreAppliedAndTheirStatusComesBack() throws Exception {
    bed.startAgent().deliver("shop", deployment("web", 2), configMap("settings", "a"));
    bed.awaitApplied("shop");
    await(
        "the status is returned",
        () ->
            bed.workStatus(DEPLOYMENT, "default", "web")
                    .path("status")
                    .path("availableReplicas")
                    .asInt()
                == 2);
    JsonNode ref = bed.workStatus(DEPLOYMENT, "default", "web").path("spec").path("sourceRef");
    assertThat(ref.path("resource").asText()).isEqualTo("deployments");
    assertThat(ref.path("group").asText()).isEqualTo("apps");
    assertThat(ref.path("version").asText()).isEqualTo("v1");
    assertThat(ref.path("namespace").asText()).isEqualTo("default");
    assertThat(bed.workStatus(CONFIG_MAP, "default", "settings").isObject()).isTrue();
    await(
        "it is available",
        () -> condition(bed.work("shop").path("status"), "Available").equals("True"));
    JsonNode manifests = bed.work("shop").path("status").path("resourceStatus").path("manifests");
    assertThat(manifests).hasSize(2);
    assertThat(manifests.get(0).path("resourceMeta").path("kind").asText()).isEqualTo("Deployment");
    assertThat(condition(manifests.get(0), "Available")).isEqualTo("True");
  }

  @Test
  void nothingIsWrittenWhenNothingChanges() throws Exception {
    bed.startAgent().deliver("shop", deployment("web", 1));
    await(
        "it is available",
        () -> condition(bed.work("shop").path("status"), "Available").equals("True"));
    String work = bed.work("shop").path("metadata").path("resourceVersion").asText();
    String live =
        bed.live(DEPLOYMENT, "default", "web").path("metadata").path("resourceVersion").asText();
    bed.stopAgent();
    bed.startAgent();
    bed.deliver("other", configMap("other", "x"));
    bed.awaitApplied("other");
    Thread.sleep(500);
    assertThat(bed.work("shop").path("metadata").path("resourceVersion").asText()).isEqualTo(work);
    assertThat(
            bed.live(DEPLOYMENT, "default", "web")
                .path("metadata")
                .path("resourceVersion")
                .asText())
        .isEqualTo(live);
  }

  @Test
  void anUpdatePrunesWhatIsNotWantedAnyMore() throws Exception {
    bed.startAgent().deliver("shop", configMap("a", "1"), configMap("b", "1"));
    bed.awaitApplied("shop");
    bed.deliver("shop", configMap("b", "2"), configMap("c", "1"));
    bed.awaitApplied("shop");
    await("a is gone", () -> !bed.exists(CONFIG_MAP, "a"));
    assertThat(bed.live(CONFIG_MAP, "default", "b").path("data").path("k").asText()).isEqualTo("2");
    assertThat(bed.exists(CONFIG_MAP, "c")).isTrue();
    await(
        "its report is taken back",
        () -> bed.workStatus(CONFIG_MAP, "default", "a").isMissingNode());
  }

  @Test
  void fieldsThatTheManifestHasNoMoreAreRemoved() throws Exception {
    bed.startAgent();
    bed.deliver(
        "shop",
        parse(configMap("a", "1").toString().replace("\"data\":{", "\"data\":{\"more\":\"x\",")));
    bed.awaitApplied("shop");
    assertThat(bed.live(CONFIG_MAP, "default", "a").path("data").has("more")).isTrue();
    bed.deliver("shop", configMap("a", "1"));
    await("it is removed", () -> !bed.live(CONFIG_MAP, "default", "a").path("data").has("more"));
  }

  @Test
  void whatSomebodyDeletesOrChangesComesBack() throws Exception {
    bed.startAgent().deliver("shop", configMap("a", "1"), deployment("web", 2));
    bed.awaitApplied("shop");
    Wire.resource(bed.target, CONFIG_MAP, "default", "a").delete();
    await("it is back", () -> bed.exists(CONFIG_MAP, "a"));
    Wire.resource(bed.target, DEPLOYMENT, "default", "web")
        .patch(Wire.merging("somebody"), "{\"spec\":{\"replicas\":7}}");
    await(
        "the scale is back",
        () -> bed.live(DEPLOYMENT, "default", "web").path("spec").path("replicas").asInt() == 2);
    Wire.resource(bed.target, CONFIG_MAP, "default", "a")
        .patch(Wire.merging("somebody"), "{\"metadata\":{\"labels\":null}}");
    await(
        "the mark is back",
        () -> bed.live(CONFIG_MAP, "default", "a").path("metadata").path("labels").has(Marks.WORK));
  }

  @Test
  void anInvalidManifestIsReportedForItself() throws Exception {
    bed.startAgent()
        .deliver(
            "shop",
            configMap("good", "1"),
            parse(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"bad\",\"namespace\":\"default\"},\"data\":5}"),
            parse(
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Unheard\",\"metadata\":{\"name\":\"x\"}}"),
            parse(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"default\"}}"));
    await("the good one is there", () -> bed.exists(CONFIG_MAP, "good"));
    await(
        "it is reported",
        () -> condition(bed.work("shop").path("status"), "Applied").equals("False"));
    JsonNode manifests = bed.work("shop").path("status").path("resourceStatus").path("manifests");
    assertThat(manifests).hasSize(4);
    assertThat(condition(manifests.get(0), "Applied")).isEqualTo("True");
    assertThat(reason(manifests.get(1), "Applied")).isEqualTo("InvalidManifest");
    assertThat(reason(manifests.get(2), "Applied")).isEqualTo("UnknownKind");
    assertThat(reason(manifests.get(3), "Applied")).isEqualTo("InvalidManifest");
  }

  @Test
  void nothingIsPrunedWhileAManifestCannotBeRead() throws Exception {
    bed.startAgent().deliver("shop", configMap("a", "1"), configMap("b", "1"));
    bed.awaitApplied("shop");
    bed.deliver("shop", configMap("a", "2"), parse("{\"kind\":\"ConfigMap\"}"));
    await(
        "a is updated",
        () -> bed.live(CONFIG_MAP, "default", "a").path("data").path("k").asText().equals("2"));
    Thread.sleep(300);
    assertThat(bed.exists(CONFIG_MAP, "b")).isTrue();
    bed.deliver("shop", configMap("a", "2"));
    await("then it is pruned", () -> !bed.exists(CONFIG_MAP, "b"));
  }

  @Test
  void anObjectStaysWithTheOlderClaimantUntilThatGivesItUp() throws Exception {
    bed.startAgent().deliver("first", configMap("a", "first"));
    bed.awaitApplied("first");
    bed.deliver("second", configMap("a", "second"), configMap("b", "second"));
    await(
        "it is a conflict",
        () -> condition(bed.work("second").path("status"), "Conflict").equals("True"));
    await("the other object is there", () -> bed.exists(CONFIG_MAP, "b"));
    JsonNode manifests = bed.work("second").path("status").path("resourceStatus").path("manifests");
    assertThat(reason(manifests.get(0), "Applied")).isEqualTo("Conflict");
    assertThat(bed.live(CONFIG_MAP, "default", "a").path("data").path("k").asText())
        .isEqualTo("first");
    String uid = bed.live(CONFIG_MAP, "default", "a").path("metadata").path("uid").asText();
    bed.deleteWork("first");
    await(
        "it changes hands",
        () ->
            bed.live(CONFIG_MAP, "default", "a").path("data").path("k").asText().equals("second"));
    assertThat(bed.live(CONFIG_MAP, "default", "a").path("metadata").path("uid").asText())
        .isEqualTo(uid);
    bed.awaitApplied("second");
    assertThat(condition(bed.work("second").path("status"), "Conflict")).isEmpty();
    await("the first is gone", () -> bed.work("first").isMissingNode());
    await("it is reported again", () -> bed.workStatus(CONFIG_MAP, "default", "a").isObject());
  }

  @Test
  void deletingAWorkRemovesItsObjects() throws Exception {
    bed.startAgent().deliver("shop", configMap("a", "1"), deployment("web", 1));
    bed.awaitApplied("shop");
    bed.deleteWork("shop");
    await("the work is gone", () -> bed.work("shop").isMissingNode());
    assertThat(bed.exists(CONFIG_MAP, "a")).isFalse();
    assertThat(bed.exists(DEPLOYMENT, "web")).isFalse();
    assertThat(bed.workStatus(DEPLOYMENT, "default", "web").isMissingNode()).isTrue();
    assertThat(inventories()).isZero();
  }

  @Test
  void aWorkDeletedWhileTheAgentIsDownIsCleanedUpAfterwards() throws Exception {
    bed.startAgent().deliver("shop", configMap("a", "1"));
    bed.deliver("torn", configMap("b", "1"));
    bed.awaitApplied("shop");
    bed.awaitApplied("torn");
    bed.stopAgent();
    bed.deleteWork("shop");
    // Somebody has lost patience and has taken the finalizer away.
    bed.deleteWork("torn");
    Wire.resource(bed.hub, Kinds.MANIFEST_WORK, bed.cluster, "torn")
        .patch(Wire.merging("somebody"), "{\"metadata\":{\"finalizers\":null}}");
    assertThat(bed.work("torn").isMissingNode()).isTrue();
    assertThat(bed.exists(CONFIG_MAP, "a")).isTrue();
    bed.startAgent();
    await("both are gone", () -> !bed.exists(CONFIG_MAP, "a") && !bed.exists(CONFIG_MAP, "b"));
    await("the work is gone", () -> bed.work("shop").isMissingNode());
    await("the inventories are gone", () -> inventories() == 0);
  }

  @Test
  void anUpdateWhileTheAgentIsDownPrunesFromTheInventory() throws Exception {
    bed.startAgent().deliver("shop", configMap("a", "1"), configMap("b", "1"));
    bed.awaitApplied("shop");
    bed.stopAgent();
    bed.deliver("shop", configMap("b", "2"));
    bed.startAgent();
    bed.awaitApplied("shop");
    await("a is gone", () -> !bed.exists(CONFIG_MAP, "a"));
    assertThat(bed.live(CONFIG_MAP, "default", "b").path("data").path("k").asText()).isEqualTo("2");
  }

  @Test
  void createOnlyLeavesAloneWhatIsThere() throws Exception {
    bed.target.resource(Wire.object(configMap("theirs", "before"))).create();
    bed.startAgent();
    var work =
        parse(
            """
            {"apiVersion": "work.open-cluster-management.io/v1", "kind": "ManifestWork",
             "metadata": {"name": "shop"},
             "spec": {"manifestConfigs": [
               {"resourceIdentifier": {"group": "", "resource": "configmaps", "namespace": "default", "name": "theirs"},
                "updateStrategy": {"type": "CreateOnly"}},
               {"resourceIdentifier": {"group": "", "resource": "configmaps", "namespace": "default", "name": "ours"},
                "updateStrategy": {"type": "CreateOnly"}}],
              "workload": {"manifests": []}}}
            """);
    work.withArray("/spec/workload/manifests")
        .add(configMap("theirs", "new"))
        .add(configMap("ours", "1"));
    Wire.resource(bed.hub, Kinds.MANIFEST_WORK, bed.cluster, "shop")
        .patch(Wire.applying("test-hub"), Wire.text(work));
    bed.awaitApplied("shop");
    assertThat(bed.live(CONFIG_MAP, "default", "theirs").path("data").path("k").asText())
        .isEqualTo("before");
    Wire.resource(bed.target, CONFIG_MAP, "default", "ours")
        .patch(Wire.merging("somebody"), "{\"data\":{\"k\":\"mine now\"}}");
    Thread.sleep(300);
    assertThat(bed.live(CONFIG_MAP, "default", "ours").path("data").path("k").asText())
        .isEqualTo("mine now");
    bed.deleteWork("shop");
    await("the work is gone", () -> bed.work("shop").isMissingNode());
    assertThat(bed.exists(CONFIG_MAP, "ours")).isFalse();
    assertThat(bed.exists(CONFIG_MAP, "theirs")).isTrue();
  }

  @Test
  void aDefinitionAndItsObjectsComeInOneWork() throws Exception {
    JsonNode definition =
        parse(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "things.example.com"},
             "spec": {"group": "example.com", "scope": "Namespaced",
               "names": {"plural": "things", "singular": "thing", "kind": "Thing"},
               "versions": [{"name": "v1", "served": true, "storage": true,
                 "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
            """);
    JsonNode thing =
        parse(
            "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"one\",\"namespace\":\"games\"},\"spec\":{\"size\":1}}");
    JsonNode namespace =
        parse("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"games\"}}");
    bed.startAgent().deliver("shop", thing, namespace, definition);
    bed.awaitApplied("shop");
    var type =
        new dev.fleetwright.agent.plan.ResourceType("example.com", "v1", "Thing", "things", true);
    assertThat(bed.live(type, "games", "one").path("spec").path("size").asInt()).isEqualTo(1);
    bed.deleteWork("shop");
    await("the work is gone", () -> bed.work("shop").isMissingNode());
    assertThat(bed.live(Testbed.NAMESPACE, "", "games").isMissingNode()).isTrue();
  }

  @Test
  void hostileWorksDoNoHarm() throws Exception {
    bed.startAgent();
    bed.write("empty", Map.of(), Map.of(), List.of());
    bed.deliver(
        "hostile",
        parse("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"default\"}}"),
        parse(
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\",\"namespace\":\"fleetwright-system\"}}"),
        parse(
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"y\",\"labels\":5}}"),
        configMap("twice", "1"),
        configMap("twice", "2"));
    bed.awaitApplied("empty");
    await(
        "it is reported",
        () -> condition(bed.work("hostile").path("status"), "Applied").equals("False"));
    JsonNode manifests =
        bed.work("hostile").path("status").path("resourceStatus").path("manifests");
    assertThat(condition(manifests.get(0), "Applied")).isEqualTo("True");
    assertThat(manifests).filteredOn(m -> condition(m, "Applied").equals("False")).hasSize(3);
    assertThat(bed.live(CONFIG_MAP, "default", "twice").path("data").path("k").asText())
        .isEqualTo("1");
    bed.deleteWork("hostile");
    await("the work is gone", () -> bed.work("hostile").isMissingNode());
    assertThat(bed.live(Testbed.NAMESPACE, "", "default").path("metadata").has("deletionTimestamp"))
        .isFalse();
  }
}
