package dev.fleetwright.render.transform;

import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.catalog.Fqn;
import dev.fleetwright.render.catalog.Kinds;
import dev.fleetwright.render.module.HookReader;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.semver.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes providers of documents of kind Provider. */
public final class ProviderReader {

  private final Catalog catalog;
  private final TransformerReader transformerReader;
  private final Map<String, Transformer> known;
  private final Map<String, Provider> others;
  private final Map<String, Platform> platforms;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param known transformers of documents of their own, by fully qualified name
   * @param others providers that can be extended, by name
   * @param platforms by format
   */
  public ProviderReader(
      Catalog catalog,
      TransformerReader transformerReader,
      Map<String, Transformer> known,
      Map<String, Provider> others,
      Map<String, Platform> platforms) {
    this.catalog = catalog;
    this.transformerReader = transformerReader;
    this.known = known;
    this.others = others;
    this.platforms = platforms;
  }

  public Checked<Provider> read(Node root) {
    problems.clear();
    Map<String, @Nullable Object> document = Kinds.check(root, "Provider", problems);
    if (!problems.isEmpty()) {
      return Checked.invalid(problems);
    }
    Map<String, @Nullable Object> metadata = Fields.map(document, "metadata");
    checkVersion(root, "version");
    checkVersion(root, "minVersion");
    Map<String, Transformer> transformers = new LinkedHashMap<>();
    Provider base = base(root, Fields.text(document, "extends"));
    if (base != null) {
      transformers.putAll(base.transformers());
    }
    if (root.child("transformers") instanceof MappingNode map) {
      map.children().forEach((fqn, node) -> add(fqn, node, transformers));
    }
    Map<String, String> labels = new LinkedHashMap<>();
    if (base != null) {
      labels.putAll(base.metadata().labels());
    }
    labels.putAll(Fields.strings(metadata, "labels"));
    Platform platform = platform(root, labels.getOrDefault(Platform.FORMAT, "kubernetes"));
    if (!problems.isEmpty()) {
      return Checked.invalid(problems);
    }
    return Checked.valid(
        new Provider(
            new Provider.ProviderMetadata(
                Fields.text(metadata, "name", ""),
                Fields.text(metadata, "description", ""),
                Fields.text(metadata, "version", ""),
                Fields.text(metadata, "minVersion", ""),
                labels),
            transformers.values(),
            catalog,
            platform,
            HookReader.read(root.child("hooks"))));
  }

  private void checkVersion(Node root, String field) {
    Node node = root.at("metadata." + field);
    if (node != null
        && Version.parse(String.valueOf(node.plain()))
            instanceof Checked.Invalid<Version>(List<Problem> found)) {
      found.forEach(problem -> problems.add(node.relocate(problem)));
    }
  }

  private @Nullable Provider base(Node root, @Nullable String name) {
    if (name == null) {
      return null;
    }
    Provider base = others.get(name);
    Node node = root.child("extends");
    if (base == null && node != null) {
      problems.add(
          node.problem(
              "unknown-provider",
              "no provider is named \"" + name + "\"",
              Suggestion.nearest(name, others.keySet())
                  .map(nearest -> "did you mean \"" + nearest + "\"?")
                  .orElse("use one of: " + String.join(", ", others.keySet()))));
    }
    return base;
  }

  private Platform platform(Node root, String format) {
    Platform platform = platforms.get(format);
    if (platform != null) {
      return platform;
    }
    Node node = root.at("metadata.labels");
    problems.add(
        (node == null ? root : node)
            .problem(
                "unknown-format",
                "the format \"" + format + "\" is not known",
                "use one of: " + String.join(", ", platforms.keySet())));
    return platforms.values().iterator().next();
  }

  private void add(String fqn, Node node, Map<String, Transformer> transformers) {
    if (node.child("transform") != null || node.child("metadata") != null) {
      switch (transformerReader.read(node)) {
        case Checked.Invalid<Transformer>(List<Problem> found) -> problems.addAll(found);
        case Checked.Valid<Transformer>(Transformer transformer) -> {
          if (transformer.fqn().equals(fqn)) {
            transformers.put(fqn, transformer);
          } else {
            problems.add(
                node.keyProblem(
                    "wrong-fqn",
                    "the key " + fqn + " holds the transformer " + transformer.fqn(),
                    "use its fqn as the key"));
          }
        }
      }
      return;
    }
    Transformer transformer = known.get(fqn);
    if (transformer == null) {
      problems.add(
          node.keyProblem(
              "unknown-transformer",
              "no transformer is named " + fqn,
              Fqn.nearest(fqn, known.keySet())
                  .map(nearest -> "did you mean " + nearest + "?")
                  .orElse("add a document of kind Transformer")));
    } else {
      transformers.put(fqn, transformer);
    }
  }
}
