package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.CONFIG_MAPS;
import static dev.fleetwright.apiserver.Samples.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
  private final Client client = Shared.fresh();

  private String listVersion() {
    return client.get(CONFIG_MAPS).expect(200).text("/metadata/resourceVersion");
  }

  @Test
  void eventsFollowAVersion() throws IOException {
    String from = listVersion();
    client.post(CONFIG_MAPS, configMap("a", "")).expect(201);
    client.patch(CONFIG_MAPS + "/a", "merge", "{'data':{'k':'2'}}").expect(200);
    client.patch(CONFIG_MAPS + "/a", "merge", "{'data':{'k':'2'}}").expect(200); // no event
    try (var watch = client.watch(CONFIG_MAPS + "?watch=true&resourceVersion=" + from)) {
      assertThat(watch.brief()).isEqualTo("ADDED a");
      assertThat(watch.brief()).isEqualTo("MODIFIED a");
      client.delete(CONFIG_MAPS + "/a").expect(200);
      JsonNode deleted = watch.next();
      assertThat(deleted.path("type").asText()).isEqualTo("DELETED");
      assertThat(deleted.at("/object/data/k").asText()).isEqualTo("2");
      assertThat(deleted.at("/object/metadata/resourceVersion").asLong())
          .isGreaterThan(Long.parseLong(from) + 2);
    }
  }

  @Test
  void withoutAVersionThePresentStateComesFirst() throws IOException {
    for (String query : new String[] {"", "&resourceVersion=0"}) {
      try (var watch = client.watch(CONFIG_MAPS + "?watch=1" + query)) {
        assertThat(watch.brief()).isEqualTo("ADDED kube-root-ca.crt");
      }
    }
  }

  @Test
  void objectsEnterAndLeaveASelector() throws IOException {
    try (var watch = client.watch(CONFIG_MAPS + "?watch=true&labelSelector=on%3Dyes")) {
      client.post(CONFIG_MAPS, configMap("a", "'on':'no'")).expect(201);
      client.patch(CONFIG_MAPS + "/a", "merge", "{'metadata':{'labels':{'on':'yes'}}}").expect(200);
      assertThat(watch.brief()).isEqualTo("ADDED a");
      var left =
          client
              .patch(CONFIG_MAPS + "/a", "merge", "{'metadata':{'labels':{'on':'no'}}}")
              .expect(200);
      JsonNode event = watch.next();
      assertThat(event.path("type").asText()).isEqualTo("DELETED");
      assertThat(event.at("/object/metadata/resourceVersion").asText())
          .isEqualTo(left.text("/metadata/resourceVersion"));
      assertThat(event.at("/object/metadata/labels/on").asText()).isEqualTo("yes");
    }
  }

  @Test
  void bookmarksAdvanceWhereNothingHappens() throws IOException {
    try (var watch =
        client.watch(
            "/api/v1/namespaces/default/secrets?watch=true&allowWatchBookmarks=true&resourceVersion="
                + listVersion())) {
      String changed =
          client
              .post(CONFIG_MAPS, configMap("a", ""))
              .expect(201)
              .text("/metadata/resourceVersion");
      long seen;
      do {
        JsonNode event = watch.next();
        assertThat(event.path("type").asText()).isEqualTo("BOOKMARK");
        assertThat(event.at("/object/kind").asText()).isEqualTo("Secret");
        seen = event.at("/object/metadata/resourceVersion").asLong();
      } while (seen < Long.parseLong(changed));
    }
  }

  @Test
  void initialEventsEndInAMarkedBookmark() throws IOException {
    try (var watch =
        client.watch(
            CONFIG_MAPS
                + "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan")) {
      assertThat(watch.brief()).isEqualTo("ADDED kube-root-ca.crt");
      JsonNode mark = watch.next();
      assertThat(mark.path("type").asText()).isEqualTo("BOOKMARK");
      assertThat(mark.at("/object/metadata/annotations/k8s.io~1initial-events-end").asText())
          .isEqualTo("true");
    }
    client.get(CONFIG_MAPS + "?watch=true&sendInitialEvents=true").expect(422);
  }

  @Test
  void aTimeoutEndsTheStream() throws IOException {
    try (var watch =
        client.watch(
            CONFIG_MAPS + "?watch=true&timeoutSeconds=1&resourceVersion=" + listVersion())) {
      assertThat(watch.brief()).isEqualTo("end");
    }
  }

  @Test
  void aClientThatAsksForAWebSocketIsSentToThePlainStream() throws Exception {
    // The JDK's client refuses to send these headers itself, so this goes over a plain socket.
    var server = Shared.server();
    String answer =
        RawTls.exchange(
            server,
            "GET /api/v1/namespaces?watch=true&timeoutSeconds=1 HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "Authorization: Bearer "
                + server.token()
                + "\r\n"
                + "Connection: Upgrade\r\n"
                + "Upgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            "\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
  }

  @Test
  void tablesCarryTheirColumnsOnce() throws IOException {
    try (var watch =
        client.watch(
            CONFIG_MAPS + "?watch=true",
            "Accept",
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")) {
      JsonNode first = watch.next();
      assertThat(first.at("/object/kind").asText()).isEqualTo("Table");
      assertThat(first.at("/object/columnDefinitions/0/name").asText()).isEqualTo("Name");
      client.post(CONFIG_MAPS, configMap("a", "")).expect(201);
      JsonNode second = watch.next();
      assertThat(second.at("/object/columnDefinitions")).isEmpty();
      assertThat(second.at("/object/rows/0/cells/0").asText()).isEqualTo("a");
    }
  }

  @Test
  void aVersionOlderThanTheHistoryIsExpired(@TempDir Path directory) throws IOException {
    try (var server = ApiServer.start(Config.of(directory.resolve("d")).withHistory(5, 1 << 20))) {
      var small = new Client(server.address(), server.caCertificate(), server.token());
      String old = small.get(CONFIG_MAPS).text("/metadata/resourceVersion");
      small.post(CONFIG_MAPS, configMap("x", "'l':'1'")).expect(201);
      String token = small.get(CONFIG_MAPS + "?limit=1").text("/metadata/continue");
      for (int i = 0; i < 10; i++) {
        small.patch(CONFIG_MAPS + "/x", "merge", "{'data':{'i':'" + i + "'}}").expect(200);
      }
      try (var watch = small.watch(CONFIG_MAPS + "?watch=true&resourceVersion=" + old)) {
        assertThat(watch.code).isEqualTo(200);
        JsonNode error = watch.next();
        assertThat(error.path("type").asText()).isEqualTo("ERROR");
        assertThat(error.at("/object/code").asInt()).isEqualTo(410);
        assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
        assertThat(watch.brief()).isEqualTo("end");
      }
      var expired = small.get(CONFIG_MAPS + "?limit=1&continue=" + token).expect(410);
      String fresh = expired.text("/metadata/continue");
      assertThat(
              small
                  .get(CONFIG_MAPS + "?limit=1&continue=" + fresh)
                  .expect(200)
                  .text("/items/0/metadata/name"))
          .isEqualTo("x");
      small.get(CONFIG_MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + old).expect(410);
    }
  }

  @Test
  void stoppingTheServerEndsItsWatches(@TempDir Path directory) throws IOException {
    var server = ApiServer.start(Config.of(directory.resolve("d")));
    var other = new Client(server.address(), server.caCertificate(), server.token());
    try (var watch =
        other.watch(
            "/api/v1/namespaces?watch=true&resourceVersion="
                + other.get("/api/v1/namespaces").text("/metadata/resourceVersion"))) {
      server.close();
      assertThat(watch.brief()).isEqualTo("end");
    }
  }

  @Test
  void aClientThatDoesNotReadIsCutOff() throws Exception {
    var server = Shared.server();
    int others = watchesOfOthers(server);
    try (var socket = RawTls.open(server)) {
      socket
          .getOutputStream()
          .write(
              ("GET /clusters/"
                      + client.base().replaceAll(".*/", "")
                      + CONFIG_MAPS
                      + "?watch=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                      + server.token()
                      + "\r\n\r\n")
                  .getBytes(java.nio.charset.StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      Eventually.holds(() -> server.watches() > others);
      String large = "x".repeat(900_000);
      client.post(CONFIG_MAPS, configMap("big", "")).expect(201);
      for (int i = 0; i < 30; i++) {
        client
            .patch(CONFIG_MAPS + "/big", "merge", "{'data':{'v':'" + i + large + "'}}")
            .expect(200);
      }
      Eventually.holds(() -> server.watches() <= others);
    }
  }

  /** Watches of earlier tests may still be about to end. */
  private static int watchesOfOthers(ApiServer server) throws InterruptedException {
    int before = -1;
    int now = server.watches();
    while (before != now) {
      Thread.sleep(300);
      before = now;
      now = server.watches();
    }
    return now;
  }
}
