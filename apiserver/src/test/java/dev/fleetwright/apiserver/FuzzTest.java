package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random requests from a seed: whatever a client sends, the answer is no 500 and comes in time. A
 * failure prints its seed; {@code -Dfuzz.seed=N} repeats it and {@code -Dfuzz.rounds=N} goes on
 * longer.
 */
class FuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20_260_101L);
  private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 1_500);
  private static final String BASE = "/api/v1/namespaces/default/configmaps";
  private static final List<String> WORDS =
      List.of(
          "",
          "a",
          "metadata",
          "name",
          "labels",
          "spec",
          "status",
          "kind",
          "apiVersion",
          "v1",
          "ConfigMap",
          "Widget",
          "example.dev/v1",
          "finalizers",
          "ownerReferences",
          "managedFields",
          "fieldsV1",
          "f:data",
          "k:{\"name\":\"a\"}",
          "$patch",
          "delete",
          "replace",
          "size",
          "parts",
          "-1",
          "0",
          "99999999999999999999",
          "1e400",
          "\u0000",
          "\uD800",
          "é",
          "../..",
          "%00",
          "resourceVersion",
          "uid",
          "deletionTimestamp",
          "generation",
          "template",
          "containers",
          "selector",
          "matchLabels",
          "x".repeat(300),
          "'",
          "\"",
          "{}",
          "[]",
          "null");

  private final Client client = Shared.fresh();
  private Random random = new Random(SEED);

  @BeforeEach
  void objects() {
    client.post(Samples.DEFINITIONS, Samples.DEFINITION).expect(201);
    client
        .post(Samples.WIDGETS, Samples.widget("w", "'size':1,'parts':[{'name':'a'}]"))
        .expect(201);
    client.post(BASE, Samples.configMap("a", "'x':'y'")).expect(201);
    client.post(Samples.DEPLOYMENTS, Samples.DEPLOYMENT).expect(201);
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u0000", "\\u0000")
        + "\"";
  }

  /** Some JSON value, now and then none. */
  private String value(int depth) {
    int kind = random.nextInt(depth > 5 ? 6 : 9);
    return switch (kind) {
      case 0 -> "null";
      case 1 -> random.nextBoolean() ? "true" : "false";
      case 2 -> Integer.toString(random.nextInt(-5, 20));
      case 3 ->
          List.of("1e400", "-0", "1.5", "9223372036854775808", "NaN", "tru").get(random.nextInt(6));
      case 4, 5 -> quoted(word());
      case 6 -> {
        var items = new ArrayList<String>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(value(depth + 1));
        }
        yield "[" + String.join(",", items) + "]";
      }
      default -> {
        var fields = new ArrayList<String>();
        for (int i = random.nextInt(5); i > 0; i--) {
          fields.add(quoted(word()) + ":" + value(depth + 1));
        }
        yield "{" + String.join(",", fields) + "}";
      }
    };
  }

  /** A good object with some of its characters or parts exchanged. */
  private String mutated(String text) {
    var result = new StringBuilder(Client.json(text));
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(result.length());
      switch (random.nextInt(4)) {
        case 0 -> result.deleteCharAt(at);
        case 1 -> result.insert(at, "{}[]\",:0nt".charAt(random.nextInt(10)));
        case 2 -> {
          int colon = result.indexOf(":", at);
          if (colon > 0) {
            int end = Math.min(result.length(), colon + 1 + random.nextInt(12));
            result.replace(colon + 1, end, value(3));
          }
        }
        default -> result.setCharAt(at, (char) (32 + random.nextInt(90)));
      }
    }
    return result.toString();
  }

  private String body() {
    return switch (random.nextInt(6)) {
      case 0 -> value(0);
      case 1 -> mutated(Samples.DEFINITION);
      case 2 -> mutated(Samples.DEPLOYMENT);
      case 3 -> mutated(Samples.widget("f" + random.nextInt(9), "'size':2,'tags':['a']"));
      case 4 -> mutated(Samples.configMap("f" + random.nextInt(9), "'a':'b'"));
      default -> "{\"metadata\":" + value(1) + ",\"spec\":" + value(1) + "}";
    };
  }

  private String patch() {
    if (random.nextBoolean()) {
      return body();
    }
    var operations = new ArrayList<String>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      operations.add(
          "{\"op\":%s,\"path\":%s,\"from\":%s,\"value\":%s}"
              .formatted(
                  quoted(
                      List.of("add", "remove", "replace", "move", "copy", "test", "nope")
                          .get(random.nextInt(7))),
                  quoted("/" + word() + "/" + word()),
                  quoted("/" + word()),
                  value(2)));
    }
    return "[" + String.join(",", operations) + "]";
  }

  private String path() {
    return switch (random.nextInt(8)) {
      case 0 -> BASE;
      case 1 -> BASE + "/a";
      case 2 -> Samples.WIDGETS;
      case 3 -> Samples.WIDGETS + "/w" + List.of("", "/status", "/scale").get(random.nextInt(3));
      case 4 ->
          Samples.DEPLOYMENTS + "/web" + List.of("", "/status", "/scale").get(random.nextInt(3));
      case 5 -> Samples.DEFINITIONS + "/widgets.example.dev";
      case 6 -> Samples.DEPLOYMENTS;
      default -> {
        var path = new StringBuilder(random.nextBoolean() ? "/api/v1" : "/apis");
        for (int i = random.nextInt(6); i > 0; i--) {
          path.append('/').append(URLEncoder.encode(word(), StandardCharsets.UTF_8));
        }
        yield path.toString();
      }
    };
  }

  private String query() {
    var query = new StringBuilder("?timeoutSeconds=1");
    List<String> names =
        List.of(
            "labelSelector",
            "fieldSelector",
            "limit",
            "continue",
            "resourceVersion",
            "resourceVersionMatch",
            "watch",
            "dryRun",
            "fieldManager",
            "force",
            "fieldValidation",
            "propagationPolicy",
            "includeObject",
            "sendInitialEvents",
            "allowWatchBookmarks");
    List<String> values =
        List.of(
            "a=b",
            "a in (b,c)",
            "!a",
            "a notin (",
            "metadata.name=a",
            "1",
            "0",
            "-1",
            "true",
            "All",
            "Strict",
            "Ignore",
            "Exact",
            "NotOlderThan",
            "Foreground",
            "Orphan",
            "me");
    for (int i = random.nextInt(4); i > 0; i--) {
      String value = random.nextInt(4) == 0 ? word() : values.get(random.nextInt(values.size()));
      query
          .append('&')
          .append(names.get(random.nextInt(names.size())))
          .append('=')
          .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
    // An open watch would end only after its second.
    return query.toString().replaceAll("&watch=[^&]*", "");
  }

  @Test
  void watchesAreOpenedOrRefused() throws IOException {
    int opened = 0;
    int rounds = Math.max(1, ROUNDS / 10);
    for (int i = 0; i < rounds; i++) {
      long seed = SEED + i;
      random = new Random(seed);
      String target = path() + query() + "&watch=" + List.of("true", "1", "").get(i % 3);
      try (Client.Watch watch = client.watch(target)) {
        if (watch.code >= 500) {
          fail("seed " + seed + ": GET " + target + " gives " + watch.code);
        }
        // What a client does not read to its end must not stay open for it.
        opened += watch.code == 200 ? 1 : 0;
      }
    }
    assertThat(opened).isBetween(rounds / 20, rounds - rounds / 20);
    client.get(BASE).expect(200);
  }

  @Test
  void neverAnInternalErrorAndNeverAHang() {
    List<String> types =
        List.of(
            "application/json",
            "application/yaml",
            "application/merge-patch+json",
            "application/json-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml",
            "",
            "text/html");
    List<String> accepts =
        List.of("application/json", "application/json;as=Table;v=v1;g=meta.k8s.io", "*/*", "a/b");
    int[] codes = new int[600];
    for (int i = 0; i < ROUNDS; i++) {
      long seed = SEED + i;
      random = new Random(seed);
      String method =
          List.of("GET", "POST", "PUT", "PATCH", "PATCH", "DELETE").get(random.nextInt(6));
      String target = path() + query();
      String type = types.get(random.nextInt(types.size()));
      String body = method.equals("PATCH") ? patch() : body();
      boolean empty = method.equals("GET") || random.nextInt(12) == 0;
      byte[] bytes = empty ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
      Client.Reply reply =
          client.send(
              method, target, type, bytes, "Accept", accepts.get(random.nextInt(accepts.size())));
      codes[reply.code()]++;
      if (reply.code() == 500 || (reply.code() >= 400 && !reply.text("/kind").equals("Status"))) {
        fail(
            "seed " + seed + ": " + method + " " + target + " " + type + "\n" + body + "\n"
                + reply);
      }
    }
    // If nothing passed or nothing failed, this would not try much.
    assertThat(codes[200] + codes[201]).isGreaterThan(ROUNDS / 50);
    assertThat(codes[400] + codes[404] + codes[422]).isGreaterThan(ROUNDS / 10);
    client.get(BASE).expect(200);
  }
}
