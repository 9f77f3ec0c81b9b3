package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The CRDs as files, generated from the kinds. What the generator cannot say by annotations is
 * added here, in one place for all kinds.
 */
final class CrdFiles {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  private static final String HEAD =
      "# Generated from the records of the cores; do not edit.\n"
          + "# Update: mvn -pl api -am test -Dtest=CrdsTest -Dcases.update"
          + " -Dsurefire.failIfNoSpecifiedTests=false\n";

  /** Written whole in one step, by one writer: no status subresource. */
  private static final Set<Class<?>> WRITTEN_WHOLE = Set.of(SwarmRecord.class, WorkStatus.class);

  /** A name becomes a part of a swarm's id and of routing keys, so it must be a DNS label. */
  private static final Set<Class<?>> NAMED_BY_LABELS =
      Set.of(WorldInstance.class, ManagedCluster.class);

  private CrdFiles() {}

  /** File name to content. */
  static SortedMap<String, String> generate() {
    SortedMap<String, String> files = new TreeMap<>();
    for (Class<? extends CustomResource<?, ?>> kind : Kinds.ALL) {
      files.put(
          HasMetadata.getGroup(kind) + "_" + HasMetadata.getPlural(kind) + ".yaml", yaml(kind));
    }
    return files;
  }

  private static String yaml(Class<? extends CustomResource<?, ?>> kind) {
    ObjectNode definition = generated(kind);
    ObjectNode spec = (ObjectNode) definition.get("spec");
    ((ObjectNode) spec.get("names")).putArray("categories").add("fleetwright");
    for (JsonNode version : spec.get("versions")) {
      if (WRITTEN_WHOLE.contains(kind)) {
        ((ObjectNode) version).remove("subresources");
      }
      orderColumns(kind, (ObjectNode) version);
      completeRoot(kind, (ObjectNode) version.path("schema").path("openAPIV3Schema"));
    }
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setWidth(120)
            // Quotes what others read as null or a boolean, such as the text Null.
            .setSchema(new CoreSchema())
            .build();
    return HEAD + new Dump(settings).dumpToString(MAPPER.convertValue(definition, Map.class));
  }

  /**
   * As the kind lists them; the generator sorts by path, and people read the first columns first.
   */
  private static void orderColumns(Class<?> kind, ObjectNode version) {
    ArrayNode ordered = MAPPER.createArrayNode();
    for (AdditionalPrinterColumn column :
        kind.getAnnotationsByType(AdditionalPrinterColumn.class)) {
      for (JsonNode generated : version.path("additionalPrinterColumns")) {
        if (generated.path("name").asText().equals(column.name())) {
          ordered.add(generated);
        }
      }
    }
    version.set("additionalPrinterColumns", ordered);
  }

  private static void completeRoot(Class<?> kind, ObjectNode schema) {
    JsonClassDescription description = kind.getAnnotation(JsonClassDescription.class);
    schema.put("description", description.value());
    ObjectNode properties = (ObjectNode) schema.get("properties");
    if (kind == CombinedStatus.class) {
      properties.remove("spec");
      properties.remove("status");
      ObjectNode cell = (ObjectNode) properties.findValue("array");
      cell.putObject("items").put(PRESERVE, true);
    }
    if (properties.path("status").path("properties").isMissingNode()) {
      properties.remove("status");
    }
    if (kind == ModuleManifest.class) {
      // A number or a text with a unit.
      ((ObjectNode) properties.findValue("metricHints").findValue("target")).remove("type");
    }
    if (properties.has("spec")) {
      schema.putArray("required").add("spec");
    }
    if (WRITTEN_WHOLE.contains(kind)) {
      properties.putObject("status").put("type", "object").put(PRESERVE, true);
    }
    complete(schema);
    properties.putObject("apiVersion").put("type", "string");
    properties.putObject("kind").put("type", "string");
    properties.putObject("metadata").put("type", "object");
    CrdRules.complete(kind, schema);
    if (NAMED_BY_LABELS.contains(kind)) {
      schema
          .putArray("x-kubernetes-validations")
          .addObject()
          .put("rule", "self.metadata.name.size() <= 63 && !self.metadata.name.contains('.')")
          .put("message", "the name must be a DNS label: at most 63 characters, no dots");
    }
  }

  private static ObjectNode generated(Class<? extends CustomResource<?, ?>> kind) {
    try {
      Path folder = Files.createTempDirectory("crds");
      try {
        new CRDGenerator()
            .customResourceClasses(kind)
            .forCRDVersions("v1")
            .inOutputDir(folder.toFile())
            .generate();
        try (Stream<Path> files = Files.list(folder)) {
          String text = Files.readString(files.findFirst().orElseThrow());
          return MAPPER.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
        }
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
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
    freeForm(schema);
    if (schema.get("properties") instanceof ObjectNode fields) {
      if (fields.get("conditions") instanceof ObjectNode conditions
          && conditions.path("items").path("properties").has("type")) {
        conditions
            .put("x-kubernetes-list-type", "map")
            .putArray("x-kubernetes-list-map-keys")
            .add("type");
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

  /**
   * Free-form content: any value may stand there, not only objects. The generator gives a map of
   * objects for it, which refuses texts and numbers.
   */
  private static void freeForm(ObjectNode schema) {
    JsonNode values = schema.get("additionalProperties");
    boolean ofAnything =
        values != null
            && (schema.path(PRESERVE).asBoolean()
                || values.path(PRESERVE).asBoolean()
                || (values.path("type").asText().equals("object") && values.size() == 1));
    if (ofAnything) {
      schema.remove("additionalProperties");
      schema.put(PRESERVE, true);
    }
    if (schema.path(PRESERVE).asBoolean() && schema.get("items") instanceof ObjectNode items) {
      schema.remove(PRESERVE);
      if (items.path("type").asText().equals("object")) {
        items.remove("additionalProperties");
        items.put(PRESERVE, true);
      }
    }
  }
}
