package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.CONFIG_MAPS;
import static dev.fleetwright.apiserver.Samples.DEFINITION;
import static dev.fleetwright.apiserver.Samples.DEFINITIONS;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENT;
import static dev.fleetwright.apiserver.Samples.DEPLOYMENTS;
import static dev.fleetwright.apiserver.Samples.WIDGETS;
import static dev.fleetwright.apiserver.Samples.configMap;
import static dev.fleetwright.apiserver.Samples.widget;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a client sends, it is answered, and never with a fault of the server. */
class RobustnessTest {
  /** Nine times nine times nine …: small to send, huge to unfold. */
  private static final String LAUGHS =
      """
      a: &a [x,x]
      b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
      c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
      d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
      e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]
      f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]
      g: [*f,*f,*f,*f,*f,*f,*f,*f,*f]
      """;

  private final Client client = Shared.fresh();

  @Test
  void hostileBodies() {
    client.post(CONFIG_MAPS, "").expect(400);
    client.post(CONFIG_MAPS, "{").expect(400);
    client.post(CONFIG_MAPS, "[]").expect(400);
    client.post(CONFIG_MAPS, "null").expect(400);
    client.post(CONFIG_MAPS, "{} {}").expect(400);
    client.post(CONFIG_MAPS, "{'metadata':7}").expect(400);
    client.post(CONFIG_MAPS, "[".repeat(100_000)).expect(400);
    client.post(CONFIG_MAPS, "{'a':".repeat(5_000)).expect(400);
    client
        .post(
            CONFIG_MAPS,
            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'n'},'data':{'x':1e999}}")
        .expect(400);
    client
        .post(CONFIG_MAPS, "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'n'}}")
        .expect(400);
    client
        .send("POST", CONFIG_MAPS, "application/json", new byte[] {(byte) 0xC3, 0x28, 0, 1})
        .expect(400);
    client.send("POST", CONFIG_MAPS, "application/yaml", LAUGHS).expect(400);
    client.send("POST", CONFIG_MAPS, "application/yaml", "a: &a\n  b: *a\n").expect(400);
    client.send("POST", CONFIG_MAPS, "application/yaml", "[".repeat(20_000)).expect(400);
    client.send("POST", CONFIG_MAPS, "application/vnd.kubernetes.protobuf", "k8s").expect(400);
  }

  @Test
  void bodiesHaveALimit() {
    var big =
        client.post(
            CONFIG_MAPS, configMap("big", "").replace("'v'", "'" + "x".repeat(3_200_000) + "'"));
    assertThat(big.code()).isEqualTo(413);
    client.get(CONFIG_MAPS).expect(200);
  }

  @Test
  void aConnectionIsClosedWhenTheClientAsksForThat() throws Exception {
    try (var socket = RawTls.open(Shared.server())) {
      socket
          .getOutputStream()
          .write(
              "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      // Ends by the server's hanging up, or fails at the socket's time limit.
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("ok");
    }
  }

  @Test
  void strangePaths() {
    for (String path :
        List.of(
            "/nope",
            "/api/v2",
            "/apis/nope.dev",
            "/apis/apps/v9",
            "/api/v1/nope",
            "/apis/apps/v1/x/y/z/a/b",
            "/api/v1/namespaces/default/configmaps/a/b/c",
            "/api/v1/configmaps/name-without-namespace",
            "/openapi/v3/nope",
            "/clusters",
            "/api/v1/namespaces/default/namespaces/x/y",
            "/api/v1/namespaces/default/pods/x/exec",
            "/apis/apps/v1/namespaces/default/deployments/x/nope",
            "/%2e%2e/%2e%2e/etc/passwd")) {
      assertThat(client.get(path).code()).as(path).isEqualTo(404);
    }
    client.get("/").expect(200);
    assertThat(client.get(CONFIG_MAPS + "/%00").code()).isEqualTo(404);
    client.send("DELETE", "/api/v1", "", "").expect(405);
    client.send("POST", CONFIG_MAPS + "/x", "application/json", "{}").expect(405);
    client
        .send("POST", "/api/v1/configmaps", "application/json", Client.json(configMap("a", "")))
        .expect(405);
    client.send("OPTIONS", CONFIG_MAPS, "", "").expect(405);
    client.get(CONFIG_MAPS + "?limit=abc").expect(400);
    client.get(CONFIG_MAPS + "?watch=maybe").expect(400);
    client.get(CONFIG_MAPS + "?watch=true&resourceVersion=x").expect(400);
  }

  @Test
  void aPatternThatTakesForeverIsGivenUp() {
    client.post(DEFINITIONS, DEFINITION.replace("^[a-z]+$", "^(a+)+$")).expect(201);
    client.post(WIDGETS, widget("w", "'size':1,'code':'" + "a".repeat(40) + "!'")).expect(422);
  }

  @Test
  void randomRequestsAreNeverAFault() {
    client.post(DEFINITIONS, DEFINITION).expect(201);
    client.post(DEPLOYMENTS, DEPLOYMENT).expect(201);
    client.post(WIDGETS, widget("w", "'size':1")).expect(201);
    var random = new Random(42);
    for (int i = 0; i < 600; i++) {
      String method = pick(random, "GET", "POST", "PUT", "PATCH", "DELETE");
      String path =
          pick(
              random,
              CONFIG_MAPS,
              DEPLOYMENTS,
              WIDGETS,
              DEFINITIONS,
              "/api/v1/namespaces/default/secrets");
      path += pick(random, "", "", "/w", "/web", "/fuzz", "/w/status", "/web/scale", "/web/status");
      path +=
          pick(
              random,
              "",
              "?fieldManager=f",
              "?fieldManager=f&force=true",
              "?dryRun=All",
              "?labelSelector=" + noise(random),
              "?fieldSelector=" + noise(random),
              "?continue=" + noise(random),
              "?fieldValidation=Strict");
      String type =
          pick(
              random,
              "application/json",
              "application/merge-patch+json",
              "application/json-patch+json",
              "application/strategic-merge-patch+json",
              "application/apply-patch+yaml",
              "application/yaml");
      String body = mutated(random);
      var reply = client.send(method, path, type, body);
      assertThat(reply.code()).as("%s %s %s %s", method, path, type, body).isLessThan(500);
      assertThat(reply.body().isObject()).as("%s %s gives an object", method, path).isTrue();
    }
    client.get("/readyz").expect(200);
  }

  private static String mutated(Random random) {
    String base =
        Client.json(
            pick(
                random,
                DEPLOYMENT,
                DEFINITION,
                widget("w", "'size':1,'parts':[{'name':'a'}]"),
                configMap("fuzz", "'a':'b'"),
                "[{'op':'add','path':'/spec/size','value':3}]",
                "[{'op':'move','from':'/spec','path':'/spec/x'}]",
                "{'spec':{'parts':[{'$patch':'delete','name':'a'}],'$setElementOrder/parts':[1,null]}}",
                "{'metadata':{'managedFields':[{'fieldsV1':{'k:nope':{},'f:spec':{'v:[':{}}}}]}}"));
    var text = new StringBuilder(base);
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 ->
            text.insert(
                at,
                pick(random, "{", "}", "[", "]", "\"", ",", "null", "1e9", ":", "true", "\\u0000"));
        case 2 -> text.setCharAt(at, (char) (32 + random.nextInt(200)));
        default -> {
          int end = Math.min(text.length(), at + random.nextInt(30));
          text.insert(at, text.substring(at, end));
        }
      }
      if (text.isEmpty()) {
        return "";
      }
    }
    return text.toString();
  }

  private static String noise(Random random) {
    var bytes = new byte[random.nextInt(12)];
    random.nextBytes(bytes);
    return java.net.URLEncoder.encode(
        new String(bytes, StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
