package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.DEFINITION;
import static dev.fleetwright.apiserver.Samples.DEFINITIONS;
import static dev.fleetwright.apiserver.Samples.WIDGETS;
import static dev.fleetwright.apiserver.Samples.widget;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CustomResourceTest {
  private final Client client = Shared.fresh();

  @BeforeEach
  void define() {
    var created = client.post(DEFINITIONS, DEFINITION).expect(201);
    assertThat(created.text("/status/conditions/1/type")).isEqualTo("Established");
    assertThat(created.text("/status/storedVersions/0")).isEqualTo("v1");
  }

  @Test
  void theKindIsServedAtOnce() {
    var list = client.get("/apis/example.dev/v1").expect(200);
    assertThat(list.text("/resources/0/name")).isEqualTo("widgets");
    assertThat(list.text("/resources/0/shortNames/0")).isEqualTo("wd");
    assertThat(list.text("/resources/1/name")).isEqualTo("widgets/status");
    assertThat(list.text("/resources/2/name")).isEqualTo("widgets/scale");
    assertThat(client.get("/apis").body().toString()).contains("example.dev");
    assertThat(client.get("/openapi/v3").body().path("paths").has("apis/example.dev/v1")).isTrue();
    assertThat(
            client
                .get("/openapi/v3/apis/example.dev/v1")
                .expect(200)
                .body()
                .at(
                    "/components/schemas/dev.example.v1.Widget/properties/spec/properties/size/maximum")
                .asInt())
        .isEqualTo(10);
    assertThat(Shared.fresh().get("/apis/example.dev/v1").code()).isEqualTo(404);
  }

  @Test
  void valuesAreDefaultedPrunedAndChecked() {
    var created =
        client
            .post(WIDGETS, widget("a", "'size':1,'unknown':2,'free':{'any':[1]},'port':'http'"))
            .expect(201);
    assertThat(created.text("/spec/color")).isEqualTo("red");
    assertThat(created.body().path("spec").has("unknown")).isFalse();
    assertThat(created.text("/spec/free/any/0")).isEqualTo("1");
    var wrong =
        client
            .post(
                WIDGETS,
                widget(
                    "b",
                    "'size':11,'color':'blue','code':'A1','tags':['x','x'],'parts':[{'value':'v'}]"))
            .expect(422);
    assertThat(wrong.body().at("/details/causes")).hasSize(5);
    assertThat(wrong.text("/message"))
        .contains("spec.size")
        .contains("spec.color: Unsupported value: \"blue\"")
        .contains("spec.parts[0].name: Required value");
    client.post(WIDGETS, widget("c", "'size':'1'")).expect(422);
    client.post(WIDGETS, widget("c", "'color':'red'")).expect(422);
    client.post(WIDGETS + "?fieldValidation=Strict", widget("c", "'size':1,'nope':1")).expect(400);
    client.post(WIDGETS, widget("c", "'size':1.5")).expect(422);
  }

  @Test
  void updatesNeedAVersion() {
    client.post(WIDGETS, widget("a", "'size':1")).expect(201);
    assertThat(
            client
                .put(WIDGETS + "/a", widget("a", "'size':2"))
                .expect(422)
                .text("/details/causes/0/field"))
        .isEqualTo("metadata.resourceVersion");
    client.patch(WIDGETS + "/a", "strategic-merge", "{'spec':{'size':2}}").expect(415);
    assertThat(
            client
                .patch(WIDGETS + "/a", "merge", "{'spec':{'size':2}}")
                .expect(200)
                .text("/metadata/generation"))
        .isEqualTo("2");
  }

  @Test
  void statusIsWrittenApart() {
    client
        .post(WIDGETS, widget("a", "'size':1").replace("'spec'", "'status':{'size':9},'spec'"))
        .expect(201);
    assertThat(client.get(WIDGETS + "/a").body().has("status")).isFalse();
    var live = client.get(WIDGETS + "/a").body();
    var changed = Client.object(live.toString());
    changed.putObject("status").put("size", 3);
    changed.withObject("/spec").put("size", 9);
    var written = client.put(WIDGETS + "/a/status", changed).expect(200);
    assertThat(written.text("/status/size")).isEqualTo("3");
    assertThat(written.text("/spec/size")).isEqualTo("1");
    assertThat(written.text("/metadata/generation")).isEqualTo("1");
    assertThat(client.get(WIDGETS + "/a/scale").text("/status/replicas")).isEqualTo("3");
  }

  @Test
  void columnsAreShown() {
    client.post(WIDGETS, widget("a", "'size':4")).expect(201);
    client
        .patch(
            WIDGETS + "/a/status",
            "merge",
            "{'status':{'conditions':[{'type':'Ready','status':'True'}]}}")
        .expect(200);
    var table =
        client.get(WIDGETS, "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io").expect(200);
    assertThat(table.text("/rows/0/cells/1")).isEqualTo("4");
    assertThat(table.text("/rows/0/cells/2")).isEqualTo("True");
    assertThat(table.text("/rows/0/object/kind")).isEqualTo("PartialObjectMetadata");
    client.get(WIDGETS, "Accept", "application/xml").expect(406);
  }

  @Test
  void aDefinitionTakesItsObjectsWithIt() throws InterruptedException {
    client.post(WIDGETS, widget("a", "'size':1")).expect(201);
    client.delete(DEFINITIONS + "/widgets.example.dev").expect(200);
    Eventually.holds(() -> client.get(WIDGETS).code() == 404);
    client.post(DEFINITIONS, DEFINITION).expect(201);
    assertThat(client.get(WIDGETS).expect(200).body().path("items")).isEmpty();
  }

  @Test
  void wrongDefinitionsAreRefused() {
    client
        .post(DEFINITIONS, DEFINITION.replace("widgets.example.dev", "other.example.dev"))
        .expect(422);
    String two = DEFINITION.replace("example.dev", "two.dev");
    client.post(DEFINITIONS, two.replace("'storage':true", "'storage':false")).expect(422);
    client
        .post(DEFINITIONS, two.replace("'type':'integer','minimum'", "'type':'int','minimum'"))
        .expect(422);
    client.post(DEFINITIONS, two.replace("^[a-z]+$", "[")).expect(422);
    client.post(DEFINITIONS, two.replace("'scope':'Namespaced'", "'scope':'World'")).expect(422);
  }

  @Test
  void severalVersionsShowTheSameObjects() {
    String more =
        DEFINITION
            .replace("example.dev", "multi.dev")
            .replace(
                "{'name':'v1','served':true,'storage':true,",
                "{'name':'v2','served':true,'storage':false,'schema':{'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}},{'name':'v1','served':true,'storage':true,");
    client.post(DEFINITIONS, more).expect(201);
    String path = "/apis/multi.dev/v1/namespaces/default/widgets";
    client.post(path, widget("a", "'size':1").replace("example.dev", "multi.dev")).expect(201);
    assertThat(client.get(path.replace("/v1/", "/v2/") + "/a").expect(200).text("/apiVersion"))
        .isEqualTo("multi.dev/v2");
    assertThat(client.get("/apis/multi.dev").text("/preferredVersion/version")).isEqualTo("v2");
  }
}
