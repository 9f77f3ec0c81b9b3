package dev.fleetwright.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of service accounts: asked for, shown, reviewed, ended. */
class AccountTokensTest {
  private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  /** A clock that is set by hand. */
  private static final class HandClock extends Clock {
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @TempDir private Path temp;
  private final HandClock clock = new HandClock();
  private ApiServer server;
  private Person admin;

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.start(Config.of(temp).withClock(clock));
    server.addClusters(List.of("east"));
    admin = Person.withToken(server, server.token());
    admin.post(ACCOUNTS, "{'metadata':{'name':'robot'}}").expect(201);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String token(String spec) throws Exception {
    return admin
        .post(ACCOUNTS + "/robot/token", "{'spec':" + spec + "}")
        .expect(201)
        .text("/status/token");
  }

  private Person.Reply review(String token, String more) throws Exception {
    return admin.post(REVIEWS, "{'spec':{'token':'" + token + "'" + more + "}}").expect(201);
  }

  @Test
  void anAccountShowsItsTokenAndHasTheRightsOfItsBindings() throws Exception {
    var answer = admin.post(ACCOUNTS + "/robot/token", "{}").expect(201);
    assertThat(answer.text("/kind")).isEqualTo("TokenRequest");
    assertThat(answer.text("/apiVersion")).isEqualTo("authentication.k8s.io/v1");
    assertThat(answer.text("/status/expirationTimestamp")).isEqualTo("2026-03-01T13:00:00Z");
    Person robot = Person.withToken(server, answer.text("/status/token"));
    var who = robot.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}").expect(201);
    assertThat(who.text("/status/userInfo/username"))
        .isEqualTo("system:serviceaccount:default:robot");
    assertThat(who.raw())
        .contains("system:serviceaccounts", "system:serviceaccounts:default", "JTI=");
    robot.get(MAPS).expect(403);
    admin
        .post(
            "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
            "{'metadata':{'name':'robots'},'subjects':[{'kind':'ServiceAccount','name':'robot',"
                + "'namespace':'default'}],'roleRef':{'apiGroup':'rbac.authorization.k8s.io',"
                + "'kind':'ClusterRole','name':'view'}}")
        .expect(201);
    robot.get(MAPS).expect(200);
    robot.get("/api/v1/namespaces/default/secrets").expect(403);
    robot.post(ACCOUNTS + "/robot/token", "{}").expect(403);
  }

  @Test
  void aTokenEndsWithItsTime() throws Exception {
    Person robot = Person.withToken(server, token("{'expirationSeconds':600}"));
    robot.get("/api").expect(200);
    clock.now = clock.now.plusSeconds(599);
    robot.get("/api").expect(200);
    clock.now = clock.now.plusSeconds(1);
    robot.get("/api").expect(401);
    clock.now = clock.now.minus(Duration.ofDays(1));
    robot.get("/api").expect(200);
  }

  @Test
  void aTokenEndsWithItsAccountAndANamesakeIsSomebodyElse() throws Exception {
    String token = token("{}");
    Person robot = Person.withToken(server, token);
    admin.send("DELETE", ACCOUNTS + "/robot", "").expect(200);
    robot.get("/api").expect(401);
    admin.post(ACCOUNTS, "{'metadata':{'name':'robot'}}").expect(201);
    robot.get("/api").expect(401);
    assertThat(review(token, "").body().at("/status/authenticated").asBoolean()).isFalse();
  }

  @Test
  void aTokenEndsWithTheObjectThatItIsBoundTo() throws Exception {
    String secrets = "/api/v1/namespaces/default/secrets";
    admin.post(secrets, "{'metadata':{'name':'s'}}").expect(201);
    String to = "{'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'s'%s}}";
    Person robot = Person.withToken(server, token(to.formatted("")));
    robot.get("/api").expect(200);
    admin
        .post(ACCOUNTS + "/robot/token", "{'spec':" + to.formatted(",'uid':'x'") + "}")
        .expect(409);
    admin.send("DELETE", secrets + "/s", "").expect(200);
    robot.get("/api").expect(401);
    admin.post(ACCOUNTS + "/robot/token", "{'spec':" + to.formatted("") + "}").expect(404);
  }

  @Test
  void aTokenCountsInItsOwnClusterOnly() throws Exception {
    String hub = token("{}");
    Person.withToken(server, hub).get("/clusters/east/api").expect(401);
    String east =
        admin
            .post("/clusters/east" + ACCOUNTS + "/default/token", "{}")
            .expect(201)
            .text("/status/token");
    Person.withToken(server, east).get("/api").expect(401);
    // In a logical cluster nobody sees anything without a binding there.
    Person.withToken(server, east).get("/clusters/east/api").expect(403);
  }

  @Test
  void aTokenForOthersIsNotForTheServer() throws Exception {
    String token = token("{'audiences':['vault','bank']}");
    Person.withToken(server, token).get("/api").expect(401);
    assertThat(review(token, "").text("/status/error")).contains("other audiences");
    var vault = review(token, ",'audiences':['vault','x']").body().path("status");
    assertThat(vault.path("authenticated").asBoolean()).isTrue();
    assertThat(vault.path("audiences").toString()).isEqualTo("[\"vault\"]");
    assertThat(vault.at("/user/username").asText())
        .isEqualTo("system:serviceaccount:default:robot");
  }

  @Test
  void reviewsKnowTheOtherTokensTooAndNotThoseThatAreWrong() throws Exception {
    var mine = review(server.token(), "").body().path("status");
    assertThat(mine.path("authenticated").asBoolean()).isTrue();
    assertThat(mine.at("/user/username").asText()).isEqualTo("admin");
    String token = token("{}");
    String[] parts = token.split("\\.", -1);
    String other =
        new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
            .replace("robot", "admin");
    String forged =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(other.getBytes(StandardCharsets.UTF_8));
    String none =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
    for (String wrong :
        List.of(
            "x",
            "a.b.c",
            parts[0] + "." + forged + "." + parts[2],
            none + "." + parts[1] + ".",
            parts[0] + "." + parts[1] + ".",
            parts[0] + "." + parts[1],
            parts[0] + "..",
            token + "A",
            parts[0] + "." + parts[1] + ".*")) {
      assertThat(review(wrong, "").body().at("/status/authenticated").asBoolean())
          .as(wrong)
          .isFalse();
      Person.withToken(server, wrong).get("/api").expect(401);
    }
    admin.post(REVIEWS, "{'spec':{}}").expect(400);
    Person.withToken(server, token).post(REVIEWS, "{'spec':{'token':'x'}}").expect(403);
  }

  @Test
  void wrongRequestsAreRefused() throws Exception {
    String at = ACCOUNTS + "/robot/token";
    var shorter = admin.post(at, "{'spec':{'expirationSeconds':5}}").expect(422);
    assertThat(shorter.text("/message"))
        .contains("may not specify a duration less than 10 minutes");
    admin.post(at, "{'spec':{'expirationSeconds':4294967297}}").expect(422);
    admin
        .post(at, "{'spec':{'boundObjectRef':{'kind':'Deployment','apiVersion':'v1'}}}")
        .expect(422);
    admin.post(ACCOUNTS + "/nobody/token", "{}").expect(404);
    admin.post(at, "{'kind':'Pod'}").expect(400);
    admin.get(at).expect(405);
  }

  @Test
  void aRestartKeepsThemAndAnotherKeyEndsThem() throws Exception {
    String token = token("{}");
    server.close();
    server = ApiServer.start(Config.of(temp).withClock(clock));
    Person.withToken(server, token).get("/api").expect(200);
    assertThat(Files.getPosixFilePermissions(temp.resolve("accounts.key"))).hasSize(2);
    server.close();
    Files.delete(temp.resolve("accounts.key"));
    server = ApiServer.start(Config.of(temp).withClock(clock));
    Person.withToken(server, token).get("/api").expect(401);
  }
}
