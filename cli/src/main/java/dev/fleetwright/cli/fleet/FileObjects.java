package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.model.ProblemText;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The objects in files and folders, as people give them to a command. */
final class FileObjects {

  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description = "Files and folders; - is standard input.")
  private List<String> files = List.of();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      defaultValue = "default",
      description = "For objects that name none (${DEFAULT-VALUE}).")
  private String namespace = "default";

  String namespace() {
    return namespace;
  }

  /** The objects in their order; empty when something cannot be read, which was said then. */
  Optional<List<GenericKubernetesResource>> read(Console console) {
    Problems problems = new Problems();
    SourceFiles.Sources read = SourceFiles.read(files, console.in(), Limits.DEFAULT);
    problems.addAll(read.problems());
    List<Node> documents = new DocumentReader().read(read.sources(), problems);
    if (problems.hasErrors()) {
      console.err().print(ProblemText.render(problems.inOrderOf(read.sources())));
      return Optional.empty();
    }
    List<GenericKubernetesResource> objects = new ArrayList<>();
    documents.forEach(document -> add(document.plain(), objects));
    return Optional.of(objects);
  }

  /** A document, or each object of a list. */
  private static void add(@Nullable Object document, List<GenericKubernetesResource> objects) {
    Map<String, Object> plain = document instanceof Map<?, ?> map ? Plain.of(map) : Map.of();
    if (Plain.text(plain, "kind").endsWith("List") && plain.get("items") instanceof List<?> items) {
      items.forEach(item -> add(item, objects));
    } else {
      objects.add(object(plain));
    }
  }

  private static GenericKubernetesResource object(Map<String, Object> plain) {
    GenericKubernetesResource object = JSON.convertValue(plain, GenericKubernetesResource.class);
    if (object.getMetadata() == null) {
      object.setMetadata(new ObjectMeta());
    }
    return object;
  }
}
