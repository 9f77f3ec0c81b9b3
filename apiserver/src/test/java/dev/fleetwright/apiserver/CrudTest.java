package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.CONFIG_MAPS;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENT;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENTS;
import static dev.fleetwright.apiserver.Samples.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CrudTest {
  private final Client client = Shared.fresh();

  private String version(Client.Reply reply) {
    return reply.text("/metadata/resourceVersion");
  }

  @Test
  void aCreatedObjectIsReadBackWithItsIdentity() {
    var created = client.post(CONFIG_MAPS, configMap("a", "")).expect(201);
    var read = client.get(CONFIG_MAPS + "/a").expect(200);
    assertThat(read.body()).isEqualTo(created.body());
    assertThat(read.text("/metadata/uid")).hasSize(36);
    assertThat(read.text("/metadata/namespace")).isEqualTo("default");
    assertThat(read.text("/metadata/creationTimestamp")).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z");
    assertThat(read.body().at("/metadata/generation").isMissingNode()).isTrue();
  }

  @Test
  void aNameIsTakenOnce() {
    client.post(CONFIG_MAPS, configMap("a", "")).expect(201);
    var again = client.post(CONFIG_MAPS, configMap("a", "")).expect(409);
    assertThat(again.text("/reason")).isEqualTo("AlreadyExists");
    assertThat(again.text("/details/kind")).isEqualTo("configmaps");
  }

  @Test
  void generatedNamesAreDistinct() {
    String body = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'generateName':'x-'}}";
    String first = client.post(CONFIG_MAPS, body).expect(201).text("/metadata/name");
    String second = client.post(CONFIG_MAPS, body).expect(201).text("/metadata/name");
    assertThat(first).matches("x-[a-z0-9]{5}").isNotEqualTo(second);
  }

  @Test
  void badNamesAndLabelsAreRefusedWithCauses() {
    var reply = client.post(CONFIG_MAPS, configMap("Not_Ok", "")).expect(422);
    assertThat(reply.text("/reason")).isEqualTo("Invalid");
    assertThat(reply.text("/details/causes/0/field")).isEqualTo("metadata.name");
    client.post(CONFIG_MAPS, configMap("ok", "'l':'-bad-'")).expect(422);
    client.post(CONFIG_MAPS, configMap("ok", "'bad key':'x'")).expect(422);
    client.post(CONFIG_MAPS, "{'apiVersion':'v1','kind':'ConfigMap'}").expect(422);
    client
        .post(
            "/api/v1/namespaces/default/services",
            "{'apiVersion':'v1','kind':'Service','metadata':{'name':'9a'},'spec':{}}")
        .expect(422);
  }

  @Test
  void aStaleUpdateIsAConflict() {
    var created = client.post(CONFIG_MAPS, configMap("a", "")).expect(201);
    ObjectNode mine = (ObjectNode) created.body().deepCopy();
    mine.withObject("/data").put("k", "2");
    client.put(CONFIG_MAPS + "/a", mine).expect(200);
    var stale = client.put(CONFIG_MAPS + "/a", mine.put("x", 1)).expect(409);
    assertThat(stale.text("/reason")).isEqualTo("Conflict");
    assertThat(stale.text("/details/name")).isEqualTo("a");
    // Without a version a built-in kind is replaced whatever it is.
    client.put(CONFIG_MAPS + "/a", configMap("a", "")).expect(200);
    client.put(CONFIG_MAPS + "/b", configMap("b", "")).expect(404);
    client.put(CONFIG_MAPS + "/a", configMap("b", "")).expect(400);
  }

  @Test
  void writesThatChangeNothingLeaveTheVersion() {
    var created = client.post(CONFIG_MAPS, configMap("a", "")).expect(201);
    var put = client.put(CONFIG_MAPS + "/a", created.body()).expect(200);
    var patch = client.patch(CONFIG_MAPS + "/a", "merge", "{'data':{'k':'v'}}").expect(200);
    assertThat(List.of(version(put), version(patch))).containsOnly(version(created));
  }

  @Test
  void generationCountsChangesOfTheSpecOnly() {
    client.post(DEPLOYMENTS, DEPLOYMENT).expect(201);
    String path = DEPLOYMENTS + "/web";
    assertThat(
            client
                .patch(path, "merge", "{'metadata':{'labels':{'a':'b'}}}")
                .text("/metadata/generation"))
        .isEqualTo("1");
    assertThat(client.patch(path, "merge", "{'spec':{'replicas':5}}").text("/metadata/generation"))
        .isEqualTo("2");
    var status =
        client.patch(path + "/status", "merge", "{'status':{'replicas':5},'spec':{'replicas':9}}");
    assertThat(status.expect(200).text("/metadata/generation")).isEqualTo("2");
    assertThat(status.text("/spec/replicas")).isEqualTo("5");
    assertThat(status.text("/status/replicas")).isEqualTo("5");
    var spec = client.patch(path, "merge", "{'status':{'replicas':7},'spec':{'replicas':6}}");
    assertThat(spec.text("/status/replicas")).isEqualTo("5");
  }

  @Test
  void defaultsOfBuiltInKindsAreFilledIn() {
    var created = client.post(DEPLOYMENTS, DEPLOYMENT).expect(201);
    assertThat(created.text("/spec/strategy/type")).isEqualTo("RollingUpdate");
    assertThat(created.text("/spec/template/spec/containers/0/ports/0/protocol")).isEqualTo("TCP");
  }

  @Test
  void builtInKindsAreChecked() {
    var noSelector = DEPLOYMENT.replace("'selector':{'matchLabels':{'app':'web'}},", "");
    assertThat(client.post(DEPLOYMENTS, noSelector).expect(422).text("/details/causes/0/field"))
        .isEqualTo("spec.selector");
    client
        .post(DEPLOYMENTS, DEPLOYMENT.replace("'labels':{'app':'web'}", "'labels':{'app':'x'}"))
        .expect(422);
    client.post(DEPLOYMENTS, DEPLOYMENT.replace("'replicas':2", "'replicas':'two'")).expect(400);
    var strict = DEPLOYMENT.replace("'replicas':2", "'replicaz':2");
    assertThat(
            client
                .post(DEPLOYMENTS + "?fieldValidation=Strict", strict)
                .expect(400)
                .text("/message"))
        .contains("unknown field \"spec.replicaz\"");
    var warned = client.post(DEPLOYMENTS, strict).expect(201);
    assertThat(warned.raw().headers().firstValue("Warning").orElse("")).contains("spec.replicaz");
    client
        .patch(
            DEPLOYMENTS + "/web",
            "merge",
            "{'spec':{'selector':{'matchLabels':{'app':'y'}},'template':{'metadata':{'labels':{'app':'y'}}}}}")
        .expect(422);
  }

  @Test
  void finalizersHoldADeletedObject() {
    client
        .post(
            CONFIG_MAPS,
            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'f','finalizers':['x.y/z']}}")
        .expect(201);
    var pending = client.delete(CONFIG_MAPS + "/f").expect(200);
    assertThat(pending.text("/kind")).isEqualTo("ConfigMap");
    assertThat(pending.text("/metadata/deletionTimestamp")).isNotEmpty();
    client
        .patch(CONFIG_MAPS + "/f", "merge", "{'metadata':{'finalizers':['x.y/z','new/one']}}")
        .expect(422);
    client.get(CONFIG_MAPS + "/f").expect(200);
    client.patch(CONFIG_MAPS + "/f", "merge", "{'metadata':{'finalizers':null}}").expect(200);
    client.get(CONFIG_MAPS + "/f").expect(404);
  }

  @Test
  void deletionAnswersAndPreconditions() {
    var created = client.post(CONFIG_MAPS, configMap("d", "")).expect(201);
    client
        .send(
            "DELETE",
            CONFIG_MAPS + "/d",
            "application/json",
            "{\"preconditions\":{\"uid\":\"other\"}}")
        .expect(409);
    client
        .send(
            "DELETE",
            CONFIG_MAPS + "/d",
            "application/json",
            "{\"preconditions\":{\"resourceVersion\":\"1\"}}")
        .expect(409);
    client.delete(CONFIG_MAPS + "/d?dryRun=All").expect(200);
    var gone = client.delete(CONFIG_MAPS + "/d").expect(200);
    assertThat(gone.text("/kind")).isEqualTo("Status");
    assertThat(gone.text("/status")).isEqualTo("Success");
    assertThat(gone.text("/details/uid")).isEqualTo(created.text("/metadata/uid"));
    client.delete(CONFIG_MAPS + "/d").expect(404);
  }

  @Test
  void aCollectionIsDeletedBySelector() {
    client.post(CONFIG_MAPS, configMap("a", "'t':'1'")).expect(201);
    client.post(CONFIG_MAPS, configMap("b", "'t':'2'")).expect(201);
    client.delete(CONFIG_MAPS + "?labelSelector=t%3D1").expect(200);
    client.get(CONFIG_MAPS + "/a").expect(404);
    client.get(CONFIG_MAPS + "/b").expect(200);
  }

  @Test
  void patchesOfAllKinds() {
    client.post(DEPLOYMENTS, DEPLOYMENT).expect(201);
    String path = DEPLOYMENTS + "/web";
    client
        .patch(
            path,
            "json",
            "[{'op':'test','path':'/spec/replicas','value':2},{'op':'replace','path':'/spec/replicas','value':3}]")
        .expect(200);
    client.patch(path, "json", "[{'op':'test','path':'/spec/replicas','value':2}]").expect(422);
    client.patch(path, "json", "[{'op':'remove','path':'/spec/none'}]").expect(422);
    client.patch(path, "json", "{'op':'remove'}").expect(400);
    var strategic =
        client
            .patch(
                path,
                "strategic-merge",
                "{'spec':{'template':{'spec':{'containers':[{'name':'side','image':'s'}]}}}}")
            .expect(200);
    assertThat(strategic.body().at("/spec/template/spec/containers")).hasSize(2);
    var removed =
        client
            .patch(
                path,
                "strategic-merge",
                "{'spec':{'template':{'spec':{'containers':[{'name':'c','$patch':'delete'}]}}}}")
            .expect(200);
    assertThat(removed.text("/spec/template/spec/containers/0/name")).isEqualTo("side");
    client.send("PATCH", path, "application/json", "{}").expect(415);
    client.patch(path, "merge", "{'metadata':{'resourceVersion':'1'}}").expect(409);
  }

  @Test
  void dryRunChangesNothing() {
    assertThat(
            client
                .post(CONFIG_MAPS + "?dryRun=All", configMap("a", ""))
                .expect(201)
                .text("/metadata/uid"))
        .isNotEmpty();
    client.get(CONFIG_MAPS + "/a").expect(404);
    client.post(CONFIG_MAPS + "?dryRun=Some", configMap("a", "")).expect(422);
  }

  @Test
  void namespacesAreRequiredFilledAndEmptied() throws InterruptedException {
    String path = "/api/v1/namespaces/team/configmaps";
    client.post(path, configMap("a", "")).expect(404);
    client
        .post(
            "/api/v1/namespaces",
            "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'team'}}")
        .expect(201);
    client.get(path + "/kube-root-ca.crt").expect(200);
    client.get("/api/v1/namespaces/team/serviceaccounts/default").expect(200);
    client.post(path, configMap("a", "")).expect(201);
    client
        .post(
            path,
            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'held','finalizers':['x.y/z']}}")
        .expect(201);
    assertThat(client.delete("/api/v1/namespaces/team").expect(200).text("/status/phase"))
        .isEqualTo("Terminating");
    Eventually.holds(() -> client.get(path + "/a").code() == 404);
    var refused = client.post(path, configMap("late", "")).expect(403);
    assertThat(refused.text("/details/causes/0/reason")).isEqualTo("NamespaceTerminating");
    client.get("/api/v1/namespaces/team").expect(200);
    client.patch(path + "/held", "merge", "{'metadata':{'finalizers':[]}}").expect(200);
    Eventually.holds(() -> client.get("/api/v1/namespaces/team").code() == 404);
  }

  @Test
  void schemasAreNotSentToThoseWhoHaveThem() {
    String path = "/openapi/v3/apis/apps/v1";
    String tag = client.get(path).expect(200).raw().headers().firstValue("etag").orElseThrow();
    var again = client.send("GET", path, "", new byte[0], "If-None-Match", tag);
    assertThat(again.code()).isEqualTo(304);
    assertThat(again.raw().body()).isEmpty();
    client.send("GET", path, "", new byte[0], "If-None-Match", "\"another\"").expect(200);
  }

  @Test
  void longListsAreStreamed() {
    for (int i = 10; i < 50; i++) {
      client
          .post(CONFIG_MAPS, configMap("m" + i, "").replace("'v'", "'" + "x".repeat(3_000) + "'"))
          .expect(201);
    }
    var all =
        client.get(CONFIG_MAPS + "?fieldSelector=metadata.name!=kube-root-ca.crt").expect(200);
    assertThat(all.raw().headers().firstValue("transfer-encoding")).contains("chunked");
    assertThat(all.body().path("items").findValuesAsText("name"))
        .startsWith("m10", "m11")
        .endsWith("m49")
        .hasSize(40);
    assertThat(all.text("/items/39/data/k")).hasSize(3_000);
    client.get(CONFIG_MAPS).expect(200); // the connection goes on
  }

  @Test
  void listsComeInPagesOfOneState() {
    for (int i = 0; i < 7; i++) {
      client.post(CONFIG_MAPS, configMap("p" + i, "'p':'x'")).expect(201);
    }
    var first = client.get(CONFIG_MAPS + "?limit=3&labelSelector=p%3Dx").expect(200);
    assertThat(first.body().path("items")).hasSize(3);
    client.delete(CONFIG_MAPS + "/p5").expect(200);
    client.post(CONFIG_MAPS, configMap("p9", "'p':'x'")).expect(201);
    var names = new ArrayList<String>();
    var page = first;
    while (true) {
      page.body().path("items").forEach(i -> names.add(i.at("/metadata/name").asText()));
      assertThat(page.text("/metadata/resourceVersion"))
          .isEqualTo(first.text("/metadata/resourceVersion"));
      String token = page.text("/metadata/continue");
      if (token.isEmpty()) {
        break;
      }
      page = client.get(CONFIG_MAPS + "?limit=3&labelSelector=p%3Dx&continue=" + token).expect(200);
    }
    assertThat(names).containsExactly("p0", "p1", "p2", "p3", "p4", "p5", "p6");
    assertThat(
            client.get(CONFIG_MAPS + "?limit=2").body().at("/metadata/remainingItemCount").asInt())
        .isEqualTo(6);
    client.get(CONFIG_MAPS + "?limit=1&continue=nonsense").expect(400);
    client.get(CONFIG_MAPS + "?resourceVersion=999999999").expect(504);
  }

  @Test
  void selectorsOfAllForms() {
    client.post(CONFIG_MAPS, configMap("a", "'env':'dev','tier':'1'")).expect(201);
    client.post(CONFIG_MAPS, configMap("b", "'env':'prod'")).expect(201);
    client.post(CONFIG_MAPS, configMap("c", "")).expect(201);
    assertThat(names("labelSelector=env%3Ddev")).containsExactly("a");
    assertThat(names("labelSelector=env%21%3Ddev")).containsExactly("b", "c", "kube-root-ca.crt");
    assertThat(names("labelSelector=env%20in%20(dev,prod)")).containsExactly("a", "b");
    assertThat(names("labelSelector=env%20notin%20(dev),env")).containsExactly("b");
    assertThat(names("labelSelector=%21env")).containsExactly("c", "kube-root-ca.crt");
    assertThat(names("fieldSelector=metadata.name%3Db")).containsExactly("b");
    assertThat(
            names(
                "fieldSelector=metadata.name%21%3Db,metadata.namespace%3Ddefault&labelSelector=env"))
        .containsExactly("a");
    client.get(CONFIG_MAPS + "?fieldSelector=data.k%3Dv").expect(400);
    client.get(CONFIG_MAPS + "?labelSelector=a%20in%20(").expect(400);
  }

  private List<String> names(String query) {
    var names = new ArrayList<String>();
    client
        .get(CONFIG_MAPS + "?" + query)
        .expect(200)
        .body()
        .path("items")
        .forEach(i -> names.add(i.at("/metadata/name").asText()));
    return names;
  }

  @Test
  void concurrentIncrementsLoseNothing() throws InterruptedException {
    client.post(CONFIG_MAPS, configMap("n", "")).expect(201);
    var conflicts = new AtomicInteger();
    try (var pool = Executors.newFixedThreadPool(4)) {
      for (int t = 0; t < 4; t++) {
        pool.execute(() -> {
          for (int i = 0; i < 10; ) {
            var live = client.get(CONFIG_MAPS + "/n").expect(200);
            ObjectNode next = (ObjectNode) live.body().deepCopy();
            next.withObject("/data")
                .put("n", String.valueOf(live.body().at("/data/n").asInt() + 1));
            int code = client.put(CONFIG_MAPS + "/n", next).code();
            if (code == 200) {
              i++;
            } else if (code == 409) {
              conflicts.incrementAndGet();
            }
          }
        });
      }
    }
    assertThat(client.get(CONFIG_MAPS + "/n").text("/data/n")).isEqualTo("40");
  }

  @Test
  void scaleIsReadAndWritten() {
    client.post(DEPLOYMENTS, DEPLOYMENT).expect(201);
    assertThat(client.get(DEPLOYMENTS + "/web/scale").expect(200).text("/spec/replicas"))
        .isEqualTo("2");
    assertThat(
            client
                .patch(DEPLOYMENTS + "/web/scale", "merge", "{'spec':{'replicas':4}}")
                .expect(200)
                .text("/spec/replicas"))
        .isEqualTo("4");
    client.patch(DEPLOYMENTS + "/web/scale", "merge", "{'spec':{'replicas':-1}}").expect(422);
    assertThat(client.get(DEPLOYMENTS + "/web").text("/spec/replicas")).isEqualTo("4");
  }

  @Test
  void secretsTakePlainText() {
    String path = "/api/v1/namespaces/default/secrets";
    var secret =
        client
            .post(
                path,
                "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s'},'stringData':{'a':'b'}}")
            .expect(201);
    assertThat(secret.text("/data/a")).isEqualTo("Yg==");
    assertThat(secret.body().has("stringData")).isFalse();
    assertThat(secret.text("/type")).isEqualTo("Opaque");
  }

  @Test
  void yamlBodiesAreRead() {
    client
        .send(
            "POST",
            CONFIG_MAPS,
            "application/yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata: {a: 'b'}\n")
        .expect(201);
    assertThat(client.get(CONFIG_MAPS + "/y").text("/data/a")).isEqualTo("b");
  }

  @Test
  void clustersAreSeparate() {
    Client other = Shared.fresh();
    client.post(CONFIG_MAPS, configMap("only-here", "")).expect(201);
    other.get(CONFIG_MAPS + "/only-here").expect(404);
    Shared.client(ApiServer.HUB).get(CONFIG_MAPS + "/only-here").expect(404);
    assertThat(
            Shared.client(ApiServer.HUB)
                .get("/clusters/unknown/api/v1/namespaces")
                .expect(404)
                .text("/message"))
        .contains("logical cluster \"unknown\" not found");
  }
}
