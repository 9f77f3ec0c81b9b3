package dev.fleetwright.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * The CRDs as files, generated from the kinds. What the generator cannot say by annotations is added here, in one place
 * for all kinds.
 */
final class CrdFiles {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

  private CrdFiles() {}

  /** File name to content. */
  static SortedMap<String, String> generate(
      Collection<Class<? extends CustomResource<?, ?>>> kinds) {
    SortedMap<String, String> files = new TreeMap<>();
    for (Class<? extends CustomResource<?, ?>> kind : kinds) {
      files.put(fileName(kind), yaml(kind));
    }
    return files;
  }

  private static String fileName(Class<? extends CustomResource<?, ?>> kind) {
    return HasMetadata.getGroup(kind) + "_" + HasMetadata.getPlural(kind) + ".yaml";
  }

  private static String yaml(Class<? extends CustomResource<?, ?>> kind) {
    ObjectNode definition = generated(kind);
    ObjectNode spec = (ObjectNode) definition.get("spec");
    ((ObjectNode) spec.get("names")).putArray("categories").add("fleetwright");
    for (JsonNode version : spec.get("versions")) {
      ObjectNode schema = (ObjectNode) version.path("schema").path("openAPIV3Schema");
      schema.put("description", KindDescriptions.of(kind));
      ObjectNode properties = (ObjectNode) schema.get("properties");
      properties.putObject("apiVersion").put("type", "string");
      properties.putObject("kind").put("type", "string");
      properties.putObject("metadata").put("type", "object");
      if (properties.has("spec")) {
        schema.putArray("required").add("spec");
      }
      complete(schema);
    }
    DumpSettings settings =
        DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setIndicatorIndent(0).setIndent(2).setWidth(120).build();
    return "# Generated from the records of the cores; do not edit. Update: mvn -pl api test -Dcases.update\n"
        + new Dump(settings).dumpToString(MAPPER.convertValue(definition, Map.class));
  }

  private static ObjectNode generated(Class<? extends CustomResource<?, ?>> kind) {
    try {
      Path folder = Files.createTempDirectory("crds");
      try {
        new CRDGenerator()
            .customResourceClasses(kind)
            .forCRDVersions("v1")
            .withPostProcessor(CRDPostProcessor.nullProcessor())
            .inOutputDir(folder.toFile())
            .generate();
        try (Stream<Path> files = Files.list(folder)) {
          String text = Files.readString(files.findFirst().orElseThrow());
          return MAPPER.valueToTree(
              new org.snakeyaml.engine.v2.api.Load(
                      org.snakeyaml.engine.v2.api.LoadSettings.builder().build())
                  .loadFromString(text));
        }
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Walks a schema and adds what the generator leaves out. */
  private static void complete(JsonNode node) {
    if (node instanceof ArrayNode array) {
      array.forEach(CrdFiles::complete);
      return;
    }
    if (!(node instanceof ObjectNode schema)) {
      return;
    }
    // Free-form content: any value may stand there, not only objects.
    if (schema.path(PRESERVE).asBoolean()) {
      schema.remove("additionalProperties");
      if (schema.path("items").has("additionalProperties")) {
        ((ObjectNode) schema.get("items")).put(PRESERVE, true).remove("additionalProperties");
        schema.remove(PRESERVE);
      }
    }
    JsonNode properties = schema.get("properties");
    if (properties instanceof ObjectNode fields) {
      if (fields.get("conditions") instanceof ObjectNode conditions
          && conditions.path("items").path("properties").has("type")) {
        conditions.put("x-kubernetes-list-type", "map").putArray("x-kubernetes-list-map-keys").add("type");
      }
      fields.forEach(CrdFiles::complete);
    }
    for (String bound : new String[] {"minimum", "maximum"}) {
      if (schema.path(bound).isDouble() && schema.path("type").asText().equals("integer")) {
        schema.put(bound, schema.get(bound).asLong());
      }
    }
    if (schema.has("items")) {
      complete(schema.get("items"));
    }
    if (schema.get("additionalProperties") instanceof ObjectNode values) {
      complete(values);
    }
  }

  static String readable(String json) throws JsonProcessingException {
    return MAPPER.readTree(json).toPrettyString();
  }
}
