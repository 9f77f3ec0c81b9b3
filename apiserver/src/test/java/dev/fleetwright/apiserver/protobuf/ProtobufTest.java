package dev.fleetwright.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples were written by the encoder of Kubernetes itself, see tools/protobuf-table. */
class ProtobufTest {
  private static final Path SAMPLES = Path.of("src/test/resources/protobuf");

  static Stream<String> samples() throws IOException {
    try (var files = Files.list(SAMPLES)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> name.endsWith(".pb"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theSameAsItsJson(String sample) throws IOException {
    ObjectNode read = Protobuf.object(Files.readAllBytes(SAMPLES.resolve(sample)));
    JsonNode json =
        Json.parse(Files.readAllBytes(SAMPLES.resolve(sample.replace(".pb", ".json"))), true);
    assertThat(Json.text(sorted(read))).isEqualTo(Json.text(sorted(withoutNulls(json))));
  }

  /** A null in JSON is a value that is not there. */
  private static JsonNode withoutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = Json.object();
      for (var field : object.properties()) {
        if (!field.getValue().isNull()) {
          copy.set(field.getKey(), withoutNulls(field.getValue()));
        }
      }
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = Json.array();
      array.forEach(item -> copy.add(withoutNulls(item)));
      return copy;
    }
    return node;
  }

  private static JsonNode sorted(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = Json.object();
      object.properties().stream()
          .sorted(java.util.Map.Entry.comparingByKey())
          .forEach(field -> copy.set(field.getKey(), sorted(field.getValue())));
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = Json.array();
      array.forEach(item -> copy.add(sorted(item)));
      return copy;
    }
    return node;
  }

  private static void refused(byte[] body, String why) {
    assertThatThrownBy(() -> Protobuf.object(body))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(why);
  }

  @Test
  void whatIsNoProtobufIsABadRequest() throws IOException {
    refused(new byte[0], "does not begin with");
    refused("k8s".getBytes(StandardCharsets.UTF_8), "does not begin with");
    refused("{\"kind\":\"ConfigMap\"}".getBytes(StandardCharsets.UTF_8), "does not begin with");
    refused(new byte[] {'k', '8', 's', 0}, "no protobuf for");
    refused(new byte[] {'k', '8', 's', 0, (byte) 0x80}, "middle of a number");
    refused(new byte[] {'k', '8', 's', 0, 0x0A, 0x7F}, "beyond the end");
    refused(new byte[] {'k', '8', 's', 0, 0x00}, "number 0");
    byte[] good = Files.readAllBytes(SAMPLES.resolve("deployment.pb"));
    // Cut anywhere it is refused or, between two fields, shorter; it never fails otherwise.
    for (int length = 0; length < good.length; length++) {
      harmless(java.util.Arrays.copyOf(good, length));
    }
  }

  @Test
  void kindsWithoutProtobufAreToldSo() {
    refused(envelope("example.dev/v1", "Widget", new byte[0]), "no protobuf for \"Widget\"");
  }

  @Test
  void deepNestingIsRefused() {
    byte[] nested = {};
    for (int i = 0; i < 300; i++) {
      nested = field(28, nested); // the "not" of a schema is a schema
    }
    byte[] version = field(4, field(1, nested));
    refused(
        envelope(
            "apiextensions.k8s.io/v1", "CustomResourceDefinition", field(2, field(7, version))),
        "too deeply");
  }

  @Test
  void whateverComesIsAnsweredOrRefused() throws IOException {
    var random = new Random(7);
    for (String sample : samples().toList()) {
      byte[] good = Files.readAllBytes(SAMPLES.resolve(sample));
      for (int i = 0; i < 500; i++) {
        byte[] changed = good.clone();
        for (int k = 0; k <= random.nextInt(4); k++) {
          changed[4 + random.nextInt(changed.length - 4)] = (byte) random.nextInt(256);
        }
        harmless(changed);
      }
    }
  }

  private static void harmless(byte[] body) {
    try {
      Protobuf.object(body);
    } catch (Failure e) {
      assertThat(e.code()).isIn(400, 415);
    }
  }

  private static byte[] envelope(String apiVersion, String kind, byte[] raw) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'k', '8', 's', 0});
    var type = new ByteArrayOutputStream();
    type.writeBytes(field(1, apiVersion.getBytes(StandardCharsets.UTF_8)));
    type.writeBytes(field(2, kind.getBytes(StandardCharsets.UTF_8)));
    out.writeBytes(field(1, type.toByteArray()));
    out.writeBytes(field(2, raw));
    return out.toByteArray();
  }

  private static byte[] field(int number, byte[] content) {
    var out = new ByteArrayOutputStream();
    varint(out, (number << 3) | 2);
    varint(out, content.length);
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }
}
