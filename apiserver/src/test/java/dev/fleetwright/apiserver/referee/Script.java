package dev.fleetwright.apiserver.referee;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.fleetwright.apiserver.Client;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the steps of one case against one server. What a reply holds can be saved under a name and
 * used in later steps as {@code {name}}; {@code {ns}} is the case's own namespace and {@code
 * {group}} its own API group.
 */
final class Script implements AutoCloseable {
  private static final Pattern SLOT = Pattern.compile("\\{([a-z][A-Za-z0-9]*)}");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Client client;
  private final Map<String, JsonNode> values = new HashMap<>();
  private final Map<String, Client.Watch> watches = new HashMap<>();
  private final Map<String, Supplier<Client.Watch>> openings = new HashMap<>();
  private final List<String> leftovers = new ArrayList<>();
  private String where = "";

  Script(Client client, String id, JsonNode variables) {
    this.client = client;
    String namespace = "case-" + id;
    values.put("id", TextNode.valueOf(id));
    values.put("ns", TextNode.valueOf(namespace));
    values.put("group", TextNode.valueOf(id + ".example.dev"));
    client
        .post(
            "/api/v1/namespaces",
            "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'%s'}}".formatted(namespace))
        .expect(201);
    leftovers.add("/api/v1/namespaces/" + namespace);
    variables.properties().forEach(field -> values.put(field.getKey(), filled(field.getValue())));
  }

  void run(JsonNode steps) {
    for (int i = 0; i < steps.size(); i++) {
      JsonNode step = steps.get(i);
      where = "step " + (i + 1) + ": ";
      if (step.has("do")) {
        request(step);
      } else if (step.has("definition")) {
        define(filled(step.get("definition")));
      } else if (step.has("watch")) {
        String name = step.path("as").asText("w");
        String path = text(step, "watch");
        String[] headers = headers(step);
        openings.put(name, () -> client.watch(path, headers));
        open(name);
      } else if (step.has("event")) {
        event(step);
      } else if (step.has("end")) {
        JsonNode last = watch(step.path("end").asText()).next();
        require(last.isNull(), "the watch goes on with " + last);
      } else {
        throw new AssertionError(where + "what is to be done? " + step);
      }
    }
  }

  private void request(JsonNode step) {
    String[] line = text(step, "do").split(" ", 2);
    boolean patient = step.path("eventually").asBoolean(false);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Client.Reply reply =
          client.send(line[0], line[1], contentType(step), body(step), headers(step));
      List<String> complaints = complaints(step, reply);
      if (complaints.isEmpty()) {
        save(step, reply.body());
        return;
      }
      if (!patient || System.nanoTime() > end) {
        throw new AssertionError(
            where
                + String.join(" ", line)
                + "\n  "
                + String.join("\n  ", complaints)
                + "\n  reply: "
                + reply.code()
                + " "
                + reply.body());
      }
      pause();
    }
  }

  private List<String> complaints(JsonNode step, Client.Reply reply) {
    var complaints = new ArrayList<String>();
    int code = step.path("code").asInt(0);
    if (code == 0 ? reply.code() >= 300 : reply.code() != code) {
      complaints.add("the code is " + reply.code() + " and not " + (code == 0 ? "2xx" : code));
    }
    if (step.has("expect")) {
      complaints.addAll(Expectation.check(filled(step.get("expect")), reply.body()));
    }
    for (Map.Entry<String, JsonNode> header : step.path("headers").properties()) {
      String actual = String.join(", ", reply.raw().headers().allValues(header.getKey()));
      JsonNode node =
          actual.isEmpty() ? JsonNodeFactory.instance.missingNode() : TextNode.valueOf(actual);
      for (String complaint : Expectation.check(filled(header.getValue()), node)) {
        complaints.add("header " + header.getKey() + ": " + complaint);
      }
    }
    return complaints;
  }

  /** Creates a definition in the case's own group and waits until it is served. */
  private void define(JsonNode spec) {
    ObjectNode copy = spec.deepCopy();
    copy.put("group", values.get("group").asText());
    String plural = copy.path("names").path("plural").asText();
    String name = plural + "." + copy.path("group").asText();
    ObjectNode definition = JsonNodeFactory.instance.objectNode();
    definition.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    definition.putObject("metadata").put("name", name);
    definition.set("spec", copy);
    String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    client.send("POST", path, "application/json", definition.toString()).expect(201);
    leftovers.add(path + "/" + name);
    String served =
        "/apis/"
            + copy.path("group").asText()
            + "/"
            + copy.path("versions").path(0).path("name").asText()
            + "/"
            + plural;
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (client.get(served).code() != 200) {
      require(System.nanoTime() < end, name + " is not served");
      pause();
    }
  }

  private void open(String name) {
    watches.put(name, java.util.Objects.requireNonNull(openings.get(name)).get());
  }

  /** A server that has not read its own store so far asks to come again; clients do. */
  private static boolean isTooEarly(JsonNode event) {
    return event
        .path("object")
        .path("details")
        .path("causes")
        .path(0)
        .path("reason")
        .asText()
        .equals("ResourceVersionTooLarge");
  }

  private void event(JsonNode step) {
    String name = step.path("event").asText();
    Client.Watch watch = watch(name);
    JsonNode event = watch.next();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (isTooEarly(event) && System.nanoTime() < end) {
      pause();
      open(name);
      watch = watch(name);
      event = watch.next();
    }
    while (event.path("type").asText().equals(step.path("skipping").asText("-"))) {
      event = watch.next();
    }
    String type = step.path("type").asText();
    require(
        event.path("type").asText().equals(type), "expected " + type + " and there came " + event);
    if (step.has("expect")) {
      List<String> complaints = Expectation.check(filled(step.get("expect")), event.path("object"));
      require(complaints.isEmpty(), String.join("\n  ", complaints) + "\n  event: " + event);
    }
    save(step, event.path("object"));
  }

  private Client.Watch watch(String name) {
    Client.Watch watch = watches.get(name);
    require(watch != null && watch.code == 200, "the watch " + name + " is not open");
    return java.util.Objects.requireNonNull(watch);
  }

  private void save(JsonNode step, JsonNode reply) {
    for (Map.Entry<String, JsonNode> saved : step.path("save").properties()) {
      JsonNode value = reply.at(saved.getValue().asText());
      require(!value.isMissingNode(), saved.getValue().asText() + " is absent in " + reply);
      values.put(saved.getKey(), value.deepCopy());
    }
  }

  private byte[] body(JsonNode step) {
    if (step.has("text")) {
      return text(step, "text").getBytes(StandardCharsets.UTF_8);
    }
    if (!step.has("body")) {
      return new byte[0];
    }
    JsonNode body = filled(step.get("body"));
    if (body instanceof ObjectNode object && filled(step.path("with")) instanceof ObjectNode more) {
      object.setAll(more);
    }
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String contentType(JsonNode step) {
    if (!step.has("body") && !step.has("text")) {
      return "";
    }
    String type = step.path("type").asText("");
    return switch (type) {
      case "" -> "application/json";
      case "apply" -> "application/apply-patch+yaml";
      case "merge", "json", "strategic-merge" -> "application/" + type + "-patch+json";
      default -> type;
    };
  }

  private static String[] headers(JsonNode step) {
    return step.has("accept")
        ? new String[] {"Accept", step.path("accept").asText()}
        : new String[0];
  }

  private String text(JsonNode step, String field) {
    return filled(step.get(field)).asText();
  }

  /** The node with all slots filled; a text that is one slot keeps the type of its value. */
  private JsonNode filled(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(f -> copy.set(fill(f.getKey()), filled(f.getValue())));
        yield copy;
      }
      case ArrayNode list -> {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        list.forEach(item -> copy.add(filled(item)));
        yield copy;
      }
      case TextNode text -> {
        Matcher whole = SLOT.matcher(text.textValue());
        if (whole.matches() && values.containsKey(whole.group(1))) {
          yield values.get(whole.group(1)).deepCopy();
        }
        yield TextNode.valueOf(fill(text.textValue()));
      }
      default -> node;
    };
  }

  private String fill(String text) {
    return SLOT.matcher(text)
        .replaceAll(slot -> {
          JsonNode value = values.get(slot.group(1));
          return Matcher.quoteReplacement(value == null ? slot.group() : value.asText());
        });
  }

  private void require(boolean holds, String complaint) {
    if (!holds) {
      throw new AssertionError(where + complaint);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    for (Client.Watch watch : watches.values()) {
      try {
        watch.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    leftovers.reversed().forEach(client::delete);
  }
}
