package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.DEFINITION;
import static dev.fleetwright.apiserver.Samples.DEFINITIONS;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENT;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENTS;
import static dev.fleetwright.apiserver.Samples.WIDGETS;
import static dev.fleetwright.apiserver.Samples.widget;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApplyTest {
  private final Client client = Shared.fresh();

  @BeforeEach
  void define() {
    client.post(DEFINITIONS, DEFINITION).expect(201);
  }

  private Client.Reply apply(String manager, String spec) {
    return client.patch(WIDGETS + "/w?fieldManager=" + manager, "apply", widget("w", spec));
  }

  @Test
  void applyingCreatesThenMergesAndRepeatsAreNoWrites() {
    var created = apply("one", "'size':1,'parts':[{'name':'a','value':'1'}]").expect(201);
    assertThat(created.text("/metadata/managedFields/0/operation")).isEqualTo("Apply");
    assertThat(
            created
                .body()
                .at("/metadata/managedFields/0/fieldsV1/f:spec/f:parts")
                .has("k:{\"name\":\"a\"}"))
        .isTrue();
    assertThat(created.body().at("/metadata/managedFields/0/fieldsV1/f:spec").has("f:color"))
        .isFalse();
    var again = apply("one", "'size':1,'parts':[{'name':'a','value':'1'}]").expect(200);
    assertThat(again.text("/metadata/resourceVersion"))
        .isEqualTo(created.text("/metadata/resourceVersion"));
    var other = apply("two", "'size':1,'parts':[{'name':'b','value':'2'}]").expect(200);
    assertThat(other.body().at("/spec/parts")).hasSize(2);
  }

  @Test
  void whatIsNoLongerAppliedGoesUnlessSomeoneElseOwnsIt() {
    apply(
            "one",
            "'size':1,'code':'x','parts':[{'name':'a','value':'1'},{'name':'s','value':'1'}],'tags':['t','u']")
        .expect(201);
    apply("two", "'size':1,'parts':[{'name':'s'}],'tags':['u']").expect(200);
    var less = apply("one", "'size':1").expect(200);
    assertThat(less.body().path("spec").has("code")).isFalse();
    assertThat(less.body().at("/spec/parts")).hasSize(1);
    assertThat(less.body().at("/spec/parts/0").toString()).isEqualTo("{\"name\":\"s\"}");
    assertThat(less.body().at("/spec/tags").toString()).isEqualTo("[\"u\"]");
  }

  @Test
  void conflictsNameFieldsAndManagersAndForceTakesThem() {
    apply("one", "'size':1,'parts':[{'name':'a','value':'1'}],'steps':['x']").expect(201);
    var conflict =
        apply("two", "'size':2,'parts':[{'name':'a','value':'2'}],'steps':['y']").expect(409);
    assertThat(conflict.body().at("/details/causes")).hasSize(3);
    assertThat(conflict.text("/details/causes/0/reason")).isEqualTo("FieldManagerConflict");
    assertThat(conflict.body().toString())
        .contains(".spec.parts[name=\\\"a\\\"].value")
        .contains("conflict with \\\"one\\\"");
    client
        .patch(WIDGETS + "/w?fieldManager=two&force=true", "apply", widget("w", "'size':2"))
        .expect(200);
    apply("one", "'size':1,'parts':[{'name':'a','value':'1'}],'steps':['x']").expect(409);
    apply("one", "'size':2,'parts':[{'name':'a','value':'1'}],'steps':['x']").expect(200);
  }

  @Test
  void plainWritesOwnFieldsToo() {
    apply("one", "'size':1").expect(201);
    client.patch(WIDGETS + "/w?fieldManager=hand", "merge", "{'spec':{'size':3}}").expect(200);
    var conflict = apply("one", "'size':1").expect(409);
    assertThat(conflict.text("/message")).contains("conflict with \"hand\"");
  }

  @Test
  void statusIsAppliedApart() {
    apply("one", "'size':1").expect(201);
    String status =
        "{'apiVersion':'example.dev/v1','kind':'Widget','metadata':{'name':'w'},'status':{'size':1},'spec':{'size':7}}";
    var reply = client.patch(WIDGETS + "/w/status?fieldManager=ctl", "apply", status).expect(200);
    assertThat(reply.text("/status/size")).isEqualTo("1");
    assertThat(reply.text("/spec/size")).isEqualTo("1");
    assertThat(reply.text("/metadata/managedFields/0/subresource")).isEqualTo("status");
  }

  @Test
  void requestsMustBeComplete() {
    client.patch(WIDGETS + "/w", "apply", widget("w", "'size':1")).expect(422);
    client.patch(WIDGETS + "/w?fieldManager=a", "apply", widget("other", "'size':1")).expect(400);
    client.patch(WIDGETS + "/w?fieldManager=a", "apply", "{'kind':'Widget'}").expect(400);
    client.patch(WIDGETS + "/w?fieldManager=a", "apply", "[]").expect(400);
    apply("a", "'size':1,'parts':[{'name':'x'},{'name':'x'}]").expect(422);
    client
        .patch(WIDGETS + "/w/status?fieldManager=a", "apply", widget("w", "'size':1"))
        .expect(404);
  }

  @Test
  void aVersionThatWasReadIsHonoured() {
    var created = apply("one", "'size':1").expect(201);
    String versioned =
        widget("w", "'size':2")
            .replace(
                "'name':'w'",
                "'name':'w','resourceVersion':'" + created.text("/metadata/resourceVersion") + "'");
    client.patch(WIDGETS + "/w?fieldManager=one", "apply", versioned).expect(200);
    client
        .patch(WIDGETS + "/w?fieldManager=one", "apply", versioned.replace("'size':2", "'size':3"))
        .expect(409);
  }

  @Test
  void listsOfBuiltInKindsMergeByTheirKeys() {
    client.patch(DEPLOYMENTS + "/web?fieldManager=one", "apply", DEPLOYMENT).expect(201);
    String side =
        DEPLOYMENT
            .replace(
                "{'name':'c','image':'nginx','ports':[{'containerPort':80}]}",
                "{'name':'side','image':'s'}")
            .replace("'replicas':2,", "");
    var both = client.patch(DEPLOYMENTS + "/web?fieldManager=two", "apply", side).expect(200);
    assertThat(both.body().at("/spec/template/spec/containers")).hasSize(2);
    // The port's protocol is a key with a default.
    assertThat(both.body().at("/metadata/managedFields").toString())
        .contains("k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}");
    var less =
        client
            .patch(
                DEPLOYMENTS + "/web?fieldManager=one",
                "apply",
                DEPLOYMENT.replace(",'ports':[{'containerPort':80}]", ""))
            .expect(200);
    assertThat(less.body().at("/spec/template/spec/containers/0").has("ports")).isFalse();
  }
}
