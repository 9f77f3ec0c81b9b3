package dev.fleetwright.swarm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class JsonSchemaTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Test
  void aValueIsAcceptedExactlyWhenNothingSpeaksAgainstIt() throws IOException {
    Map<?, ?> document =
        References.map(
            new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(Path.of("../docs/spec/asyncapi.yaml"))),
            "asyncapi.yaml");
    JsonSchema.Compiler compiler = new JsonSchema.Compiler(document);
    List<ObjectNode> bodies = new ArrayList<>();
    Samples.everyMessage(Instant.parse("2026-01-02T03:04:05Z"))
        .keySet()
        .forEach(message -> bodies.add(EnvelopeJson.write(message.body())));
    Random random = new Random(3);
    int accepted = 0;
    int refused = 0;
    for (Object name : References.map(References.map(document, "components"), "schemas").keySet()) {
      JsonSchema schema = compiler.at("#/components/schemas/" + name);
      for (ObjectNode body : bodies) {
        for (int i = 0; i < 20; i++) {
          ObjectNode value = body.deepCopy();
          for (int changes = random.nextInt(3); changes > 0; changes--) {
            change(value, random);
          }
          List<Problem> problems = new ArrayList<>();
          schema.explain(value, "", problems);
          assertThat(schema.accepts(value)).as("%s: %s", name, value).isEqualTo(problems.isEmpty());
          accepted += problems.isEmpty() ? 1 : 0;
          refused += problems.isEmpty() ? 0 : 1;
        }
      }
    }
    assertThat(accepted).isGreaterThan(100);
    assertThat(refused).isGreaterThan(100);
  }

  private static void change(ObjectNode value, Random random) {
    List<String> names = new ArrayList<>(value.propertyStream().map(Map.Entry::getKey).toList());
    String name = names.isEmpty() ? "x" : names.get(random.nextInt(names.size()));
    if (value.get(name) instanceof ObjectNode inner && random.nextBoolean()) {
      change(inner, random);
      return;
    }
    JsonNode[] values = {
      JSON.textNode(""),
      JSON.textNode("a.b"),
      JSON.textNode("x".repeat(300)),
      JSON.textNode("2026-01-02T03:04:05+01:00"),
      JSON.textNode("2026-02-30T03:04:05Z"),
      JSON.textNode("é\ud83d\ude00"),
      JSON.numberNode(-1),
      JSON.numberNode(1.5),
      JSON.numberNode(Long.MAX_VALUE),
      JSON.nullNode(),
      JSON.booleanNode(true),
      JSON.objectNode().put("y", 1),
      JSON.arrayNode().add(1).add("z")
    };
    switch (random.nextInt(3)) {
      case 0 -> value.remove(name);
      case 1 -> value.set("other", values[random.nextInt(values.length)]);
      default -> value.set(name, values[random.nextInt(values.length)]);
    }
  }
}
