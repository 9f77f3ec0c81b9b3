package dev.fleetwright.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.security.Tokens;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what, through the real port. */
class AccessTest {
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
  private static final String CLUSTER_ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  private static final String BINDINGS =
      "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
  private static final String CLUSTER_BINDINGS =
      "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  @TempDir private static Path temp;
  private static ApiServer server;
  private static Person admin;

  @BeforeAll
  static void start() throws Exception {
    server = ApiServer.start(Config.of(temp.resolve("data")));
    server.addClusters(List.of("east", "west"));
    admin = Person.withToken(server, server.token());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Person person(String user, String... groups) throws Exception {
    return Person.withToken(server, server.tokenFor(user, List.of(groups)));
  }

  private static void bind(String user, String clusterRole) throws Exception {
    admin
        .post(
            BINDINGS,
            """
            {'metadata':{'name':'%s-%s'},'subjects':[{'kind':'User','name':'%s'}],
             'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'%s'}}
            """
                .formatted(user, clusterRole, user, clusterRole))
        .expect(201);
  }

  @Test
  void whoHasNoBindingMayOnlyLookAround() throws Exception {
    Person nobody = person("nobody");
    var refused = nobody.get(CONFIG_MAPS).expect(403);
    assertThat(refused.text("/reason")).isEqualTo("Forbidden");
    assertThat(refused.text("/message"))
        .isEqualTo(
            "configmaps is forbidden: User \"nobody\" cannot list resource \"configmaps\" in API"
                + " group \"\" in the namespace \"default\"");
    nobody.get("/api/v1/namespaces").expect(403);
    nobody.get("/metrics").expect(403);
    nobody.get("/backup").expect(403);
    nobody.get("/clusters").expect(403);
    nobody.send("PUT", "/clusters/more", "{}").expect(403);
    nobody.get("/api").expect(200);
    nobody.get("/apis").expect(200);
    nobody.get("/apis/apps/v1").expect(200);
    nobody.get("/openapi/v3").expect(200);
    nobody.get("/clusters/east/api").expect(403);
    nobody.get("/clusters/east/api/v1/namespaces").expect(403);
  }

  @Test
  void viewReadsAllButSecrets() throws Exception {
    bind("vera", "view");
    Person vera = person("vera");
    vera.get(CONFIG_MAPS).expect(200);
    vera.get(CONFIG_MAPS + "/kube-root-ca.crt").expect(200);
    vera.get(SECRETS).expect(403);
    vera.get("/api/v1/configmaps").expect(403);
    vera.get("/api/v1/namespaces/kube-system/configmaps").expect(403);
    vera.post(CONFIG_MAPS, "{'metadata':{'name':'x'}}").expect(403);
    vera.send("DELETE", CONFIG_MAPS + "/kube-root-ca.crt", "").expect(403);
    vera.get("/api/v1/namespaces/default").expect(200);
    vera.get(ROLES).expect(403);
  }

  @Test
  void editWritesAndAdminAlsoBinds() throws Exception {
    bind("ed", "edit");
    bind("ada", "admin");
    Person ed = person("ed");
    Person ada = person("ada");
    ed.post(CONFIG_MAPS, "{'metadata':{'name':'by-ed'}}").expect(201);
    ed.post(SECRETS, "{'metadata':{'name':'by-ed'}}").expect(201);
    ed.get(SECRETS).expect(200);
    ed.get(ROLES).expect(403);
    ada.get(ROLES).expect(200);
    ada.get(CONFIG_MAPS).expect(200);
    ada.post(
            ROLES,
            "{'metadata':{'name':'readers'},'rules':[{'verbs':['get'],'apiGroups':[''],'resources':['configmaps']}]}")
        .expect(201);
    ada.post(
            BINDINGS,
            "{'metadata':{'name':'readers'},'subjects':[{'kind':'Group','name':'readers'}],'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'readers'}}")
        .expect(201);
    Person reader = person("rita", "readers");
    reader.get(CONFIG_MAPS + "/kube-root-ca.crt").expect(200);
    reader.get(CONFIG_MAPS).expect(403);
    // What is taken away is gone at once.
    ada.send("DELETE", BINDINGS + "/readers", "").expect(200);
    reader.get(CONFIG_MAPS + "/kube-root-ca.crt").expect(403);
  }

  @Test
  void nobodyGivesAwayMoreThanTheyHold() throws Exception {
    bind("eve", "admin");
    Person eve = person("eve");
    var refused =
        eve.post(
                ROLES,
                "{'metadata':{'name':'more'},'rules':[{'verbs':['*'],'apiGroups':['*'],'resources':['*']}]}")
            .expect(403);
    assertThat(refused.text("/message"))
        .contains("attempting to grant RBAC permissions not currently held")
        .contains("\"verbs\":[\"*\"]");
    String self =
        "{'metadata':{'name':'%s'},'subjects':[{'kind':'User','name':'eve'}],'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'%s'}}";
    eve.post(BINDINGS, self.formatted("self", "cluster-admin")).expect(403);
    eve.post(BINDINGS, self.formatted("self", "view")).expect(201);
    eve.post(BINDINGS, self.formatted("later", "does-not-exist")).expect(403);
    eve.post(CLUSTER_BINDINGS, self.formatted("all", "view")).expect(403);
    // Not by a patch, and not by an apply either.
    eve.post(
            ROLES,
            "{'metadata':{'name':'small'},'rules':[{'verbs':['get'],'apiGroups':[''],'resources':['pods']}]}")
        .expect(201);
    eve.patch(
            ROLES + "/small",
            "application/merge-patch+json",
            "{'rules':[{'verbs':['*'],'apiGroups':['*'],'resources':['*']}]}")
        .expect(403);
    eve.patch(
            ROLES + "/grown?fieldManager=m",
            "application/apply-patch+yaml",
            "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'Role','metadata':{'name':'grown'},'rules':[{'verbs':['impersonate'],'apiGroups':['*'],'resources':['*']}]}")
        .expect(403);
    // A label alone changes nothing that is granted.
    eve.patch(ROLES + "/small", "application/merge-patch+json", "{'metadata':{'labels':{'a':'b'}}}")
        .expect(200);
    // Unless the right to do so is given.
    admin
        .post(
            CLUSTER_ROLES,
            "{'metadata':{'name':'escalator'},'rules':[{'verbs':['escalate','bind','create'],'apiGroups':['rbac.authorization.k8s.io'],'resources':['roles','rolebindings','clusterroles']}]}")
        .expect(201);
    bind("otto", "escalator");
    Person otto = person("otto");
    otto.post(
            ROLES,
            "{'metadata':{'name':'ottos'},'rules':[{'verbs':['*'],'apiGroups':['*'],'resources':['*']}]}")
        .expect(201);
    otto.post(BINDINGS, self.formatted("ottos", "cluster-admin")).expect(201);
  }

  @Test
  void toApplyWhatIsNotThereIsToCreateIt() throws Exception {
    admin
        .post(
            CLUSTER_ROLES,
            "{'metadata':{'name':'patcher'},'rules':[{'verbs':['get','patch'],'apiGroups':[''],'resources':['configmaps']}]}")
        .expect(201);
    bind("pat", "patcher");
    Person pat = person("pat");
    String body =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'applied'},'data':{'a':'b'}}";
    String path = CONFIG_MAPS + "/applied?fieldManager=pat";
    pat.patch(path, "application/apply-patch+yaml", body).expect(403);
    admin.post(CONFIG_MAPS, "{'metadata':{'name':'applied'}}").expect(201);
    pat.patch(path, "application/apply-patch+yaml", body).expect(200);
  }

  @Test
  void rulesCanNameObjectsAndPathsAndParts() throws Exception {
    admin
        .post(
            CLUSTER_ROLES,
            "{'metadata':{'name':'narrow'},'rules':[{'verbs':['get','list','watch','update'],'apiGroups':[''],'resources':['configmaps'],'resourceNames':['one']},{'verbs':['get'],'apiGroups':['apps'],'resources':['deployments/scale','*/status']},{'verbs':['get'],'nonResourceURLs':['/metrics','/backup*']}]}")
        .expect(201);
    admin.post(CONFIG_MAPS, "{'metadata':{'name':'one'}}").expect(201);
    admin
        .post(
            CLUSTER_BINDINGS,
            "{'metadata':{'name':'narrow'},'subjects':[{'kind':'User','name':'nils'}],'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'narrow'}}")
        .expect(201);
    Person nils = person("nils");
    nils.get(CONFIG_MAPS + "/one").expect(200);
    nils.get(CONFIG_MAPS + "/kube-root-ca.crt").expect(403);
    nils.get(CONFIG_MAPS).expect(403);
    nils.get(CONFIG_MAPS + "?fieldSelector=metadata.name%3Done").expect(200);
    nils.get(CONFIG_MAPS + "?fieldSelector=metadata.name%3Dtwo").expect(403);
    nils.get("/apis/apps/v1/namespaces/default/deployments/x").expect(403);
    nils.get("/apis/apps/v1/namespaces/default/deployments/x/scale").expect(404);
    nils.get("/apis/apps/v1/namespaces/default/statefulsets/x/status").expect(404);
    nils.get("/metrics").expect(200);
  }

  @Test
  void rolesGatherOthersByLabel() throws Exception {
    bind("greta", "view");
    Person greta = person("greta");
    greta.get("/apis/coordination.k8s.io/v1/namespaces/default/leases").expect(403);
    admin
        .post(
            CLUSTER_ROLES,
            "{'metadata':{'name':'lease-reader','labels':{'rbac.authorization.k8s.io/aggregate-to-view':'true'}},'rules':[{'verbs':['list'],'apiGroups':['coordination.k8s.io'],'resources':['leases']}]}")
        .expect(201);
    greta.get("/apis/coordination.k8s.io/v1/namespaces/default/leases").expect(200);
    // A circle ends.
    admin
        .patch(
            CLUSTER_ROLES + "/view",
            "application/merge-patch+json",
            "{'metadata':{'labels':{'rbac.authorization.k8s.io/aggregate-to-view':'true'}}}")
        .expect(200);
    greta.get("/apis/coordination.k8s.io/v1/namespaces/default/leases").expect(200);
  }

  @Test
  void anAgentHasItsMailboxAndItsCluster() throws Exception {
    Person agent = Person.withToken(server, server.admitAgent("agent:east", List.of("east")));
    agent.post("/clusters/east/api/v1/namespaces", "{'metadata':{'name':'w'}}").expect(201);
    agent.get("/clusters/east/api/v1/secrets").expect(200);
    agent.get("/clusters/west/api/v1/namespaces").expect(403);
    agent.get("/clusters/west/api").expect(403);
    agent.get("/api/v1/namespaces").expect(403);
    agent.get("/api/v1/namespaces/east/secrets").expect(403);
    agent.get("/api/v1/secrets").expect(403);
    String work = "/apis/work.open-cluster-management.io/v1/namespaces/%s/manifestworks";
    // There is no such kind in this server, so whoever may ask is told just that.
    agent.get(work.formatted("east")).expect(404);
    agent.get(work.formatted("west")).expect(403);
    agent.send("DELETE", work.formatted("east") + "/x", "").expect(403);
    agent.get("/apis/example.dev/v1/namespaces/east/manifestworks").expect(403);
    agent
        .post("/api/v1/namespaces/east/events", "{'metadata':{'name':'e'},'involvedObject':{}}")
        .expect(201);
    // Asked again it is the same one.
    assertThat(server.admitAgent("agent:east", List.of("east")))
        .isEqualTo(server.tokenFor("agent:east", List.of()));
  }

  @Test
  void reviewsAnswer() throws Exception {
    bind("ray", "view");
    Person ray = person("ray", "testers");
    var me = ray.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}").expect(201);
    assertThat(me.text("/status/userInfo/username")).isEqualTo("ray");
    assertThat(me.body().at("/status/userInfo/groups").toString())
        .isEqualTo("[\"testers\",\"system:authenticated\"]");
    String can =
        "{'spec':{'resourceAttributes':{'namespace':'default','verb':'%s','resource':'pods'}}}";
    String self = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    var yes = ray.post(self, can.formatted("list")).expect(201);
    assertThat(yes.body().at("/status/allowed").asBoolean()).isTrue();
    assertThat(yes.text("/status/reason")).contains("RoleBinding \"default/ray-view\"");
    var no = ray.post(self, can.formatted("delete")).expect(201);
    assertThat(no.body().at("/status/allowed").asBoolean(true)).isFalse();
    ray.post(self, "{'spec':{}}").expect(422);
    var path =
        ray.post(self, "{'spec':{'nonResourceAttributes':{'verb':'get','path':'/metrics'}}}")
            .expect(201);
    assertThat(path.body().at("/status/allowed").asBoolean(true)).isFalse();
    var rules =
        ray.post(
                "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                "{'spec':{'namespace':'default'}}")
            .expect(201);
    assertThat(rules.body().at("/status/resourceRules").toString()).contains("networkpolicies");
    assertThat(rules.body().at("/status/incomplete").asBoolean(true)).isFalse();
    String others = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    String about =
        "{'spec':{'user':'ray','resourceAttributes':{'namespace':'default','verb':'list','resource':'pods'}}}";
    ray.post(others, about).expect(403);
    assertThat(admin.post(others, about).expect(201).body().at("/status/allowed").asBoolean())
        .isTrue();
    ray.get(self).expect(403);
    admin.get(self).expect(405);
    assertThat(admin.get("/apis/authorization.k8s.io/v1").expect(200).body().toString())
        .contains("selfsubjectaccessreviews");
    assertThat(admin.get("/apis").body().toString()).contains("authentication.k8s.io");
  }

  @Test
  void impersonationIsARight() throws Exception {
    var as =
        admin.send(
            "POST",
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            "{}",
            "Impersonate-User",
            "kim",
            "Impersonate-Group",
            "g1",
            "Impersonate-Group",
            "g2",
            "Impersonate-Extra-Scopes",
            "s");
    assertThat(as.expect(201).body().at("/status/userInfo").toString())
        .isEqualTo(
            "{\"username\":\"kim\",\"groups\":[\"g1\",\"g2\",\"system:authenticated\"],\"extra\":{\"scopes\":[\"s\"]}}");
    admin.send("GET", CONFIG_MAPS, "", "Impersonate-User", "kim").expect(403);
    admin.send("GET", CONFIG_MAPS, "", "Impersonate-Group", "system:masters").expect(400);
    Person nobody = person("nobody");
    nobody.send("GET", "/api", "", "Impersonate-User", "admin").expect(403);
    nobody
        .send(
            "GET", "/api", "", "Impersonate-User", "nobody", "Impersonate-Group", "system:masters")
        .expect(403);
    bind("edna", "edit");
    Person edna = person("edna");
    // The role edit lets a person act as the service accounts of the namespace.
    edna.send(
            "POST",
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            "{}",
            "Impersonate-User",
            "system:serviceaccount:default:default")
        .expect(201);
    edna.send("GET", "/api", "", "Impersonate-User", "system:serviceaccount:kube-system:default")
        .expect(403);
  }

  @Test
  void serviceAccountsAreSubjects() throws Exception {
    admin
        .post(
            BINDINGS,
            "{'metadata':{'name':'robot'},'subjects':[{'kind':'ServiceAccount','name':'robot','namespace':'default'}],'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'view'}}")
        .expect(201);
    String robot = "system:serviceaccount:default:robot";
    admin.send("GET", CONFIG_MAPS, "", "Impersonate-User", robot).expect(200);
    admin.send("GET", SECRETS, "", "Impersonate-User", robot).expect(403);
  }

  @Test
  void certificatesProveNames() throws Exception {
    bind("carl", "view");
    Person carl = Person.withCertificate(server, temp.resolve("data"), "carl", "team", "x,y=z");
    var me = carl.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}").expect(201);
    assertThat(me.text("/status/userInfo/username")).isEqualTo("carl");
    assertThat(me.body().at("/status/userInfo/groups").toString()).contains("team", "x,y=z");
    carl.get(CONFIG_MAPS).expect(200);
    carl.get(SECRETS).expect(403);
    // A wrong token is refused whatever the certificate says.
    carl.send("GET", CONFIG_MAPS, "", "Authorization", "Bearer nonsense").expect(401);
    Person master = Person.withCertificate(server, temp.resolve("data"), "boss", Caller.MASTERS);
    master.get(SECRETS).expect(200);
  }

  @Test
  void aCertificateOfAnotherAuthorityOpensNothing(@TempDir Path other) throws Exception {
    try (var stranger = ApiServer.start(Config.of(other.resolve("data")))) {
      assertThat(stranger.port()).isPositive();
      Person forged = Person.withCertificate(server, other.resolve("data"), "boss", Caller.MASTERS);
      assertThat(forged.isRefused(SECRETS)).isTrue();
    }
  }

  @Test
  void tokensAreKeptForTheirOwnerOnly() throws Exception {
    String token = server.tokenFor("kept:user/..%", List.of("g1", "g2"));
    assertThat(token).hasSizeGreaterThan(40);
    try (var files = java.nio.file.Files.list(temp.resolve("data").resolve("tokens"))) {
      files.forEach(file -> {
        try {
          assertThat(java.nio.file.Files.getPosixFilePermissions(file)).hasSize(2);
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      });
    }
    var again = Tokens.open(temp.resolve("data"), List.of("m"));
    var kept = new Tokens.Holder("kept:user/..%", List.of("g1", "g2"));
    assertThat(again.holderOf(Tokens.bearer("Bearer " + token))).isEqualTo(kept);
    assertThat(again.holderOf(Tokens.bearer("bearer " + token))).isEqualTo(kept);
    assertThat(again.holderOf(Tokens.bearer(token))).isNull();
    assertThat(again.holderOf(Tokens.bearer("Bearer "))).isNull();
    assertThat(again.holderOf("")).isNull();
  }
}
