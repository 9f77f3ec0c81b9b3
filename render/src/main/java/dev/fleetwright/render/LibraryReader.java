package dev.fleetwright.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.catalog.DefinitionReader;
import dev.fleetwright.render.catalog.Kinds;
import dev.fleetwright.render.catalog.Resources;
import dev.fleetwright.render.compose.ComposePlatform;
import dev.fleetwright.render.kubernetes.KubernetesPlatform;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.schema.Schema;
import dev.fleetwright.render.transform.Platform;
import dev.fleetwright.render.transform.Provider;
import dev.fleetwright.render.transform.ProviderReader;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.Transformer;
import dev.fleetwright.render.transform.TransformerReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the documents of a library: definitions first, then transformers, then providers. */
final class LibraryReader {

  private static final List<String> BUILT_IN =
      List.of(
          "catalog/resources.yaml",
          "catalog/traits.yaml",
          "catalog/policies.yaml",
          "catalog/blueprints.yaml",
          "providers/kubernetes.yaml",
          "providers/docker-compose.yaml");

  /** A definition may refer to those of the kinds before its own. */
  private static final List<String> DEFINITIONS =
      List.of("Resource", "Trait", "Policy", "Blueprint");

  private static final String DEFAULT_PROVIDER = "kubernetes";

  private final Library base;
  private final Map<String, List<Node>> byKind = new LinkedHashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  private LibraryReader(Library base, List<Node> documents) {
    this.base = base;
    for (Node root : documents) {
      String kind = Kinds.kindOf(root, problems);
      if (kind != null && (kind.equals("Module") || kind.equals("Component"))) {
        problems.add(
            root.problem(
                "not-a-definition",
                "a " + kind + " is no part of a provider or catalog",
                "render it with -f"));
      } else if (kind != null) {
        byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(root);
      }
    }
  }

  static Checked<Library> builtIn(Map<String, TransformFunction> functions) {
    List<Node> documents = new ArrayList<>();
    for (String file : BUILT_IN) {
      Resources.documents(file).forEach(document -> documents.add(Node.of(document)));
    }
    Library empty = new Library(new Catalog(List.of()), Map.of(), functions);
    return new LibraryReader(empty, documents).read();
  }

  static Checked<Library> extend(Library base, List<Node> documents) {
    return new LibraryReader(base, documents).read();
  }

  private Checked<Library> read() {
    Catalog catalog = catalog();
    TransformerReader reader = new TransformerReader(catalog, base.functions());
    Map<String, Transformer> transformers = new TreeMap<>();
    base.providers().values().forEach(p -> transformers.putAll(p.transformers()));
    Map<String, Node> own = new LinkedHashMap<>();
    for (Node root : byKind.getOrDefault("Transformer", List.of())) {
      switch (reader.read(root)) {
        case Checked.Invalid<Transformer>(List<Problem> found) -> problems.addAll(found);
        case Checked.Valid<Transformer>(Transformer transformer) -> {
          if (own.put(transformer.fqn(), root) != null) {
            problems.add(
                root.problem(
                    "duplicate-transformer",
                    "two transformers are named " + transformer.fqn(),
                    "rename one, or give it another version"));
          }
          transformers.put(transformer.fqn(), transformer);
        }
      }
    }
    Map<String, Provider> providers = providers(catalog, reader, transformers, own);
    return problems.isEmpty()
        ? Checked.valid(new Library(catalog, providers, base.functions()))
        : Checked.invalid(problems);
  }

  private Catalog catalog() {
    Map<String, Definition> found = new LinkedHashMap<>();
    for (String kind : DEFINITIONS) {
      for (Node root : byKind.getOrDefault(kind, List.of())) {
        switch (DefinitionReader.read(root, kind, name -> schema(name, found))) {
          case Checked.Invalid<Definition>(List<Problem> wrong) -> problems.addAll(wrong);
          case Checked.Valid<Definition>(Definition definition) -> {
            if (found.put(definition.fqn(), definition) != null) {
              problems.add(
                  root.problem(
                      "duplicate-definition",
                      "two definitions are named " + definition.fqn(),
                      "rename one, or give it another version"));
            }
          }
        }
      }
    }
    return base.catalog().with(found.values());
  }

  private @Nullable Schema schema(String fqn, Map<String, Definition> found) {
    Definition definition = found.containsKey(fqn) ? found.get(fqn) : base.catalog().find(fqn);
    return definition == null ? null : definition.spec().schema();
  }

  private Map<String, Provider> providers(
      Catalog catalog,
      TransformerReader reader,
      Map<String, Transformer> transformers,
      Map<String, Node> own) {
    Map<String, Platform> platforms = new LinkedHashMap<>();
    platforms.put("kubernetes", KubernetesPlatform.INSTANCE);
    platforms.put("docker-compose", ComposePlatform.INSTANCE);
    Map<String, Provider> providers = new TreeMap<>();
    Set<String> claimed = new HashSet<>();
    for (Node root : byKind.getOrDefault("Provider", List.of())) {
      claimed.addAll(Fields.map(root.plain(), "transformers").keySet());
    }
    base.providers()
        .forEach((name, provider) ->
            providers.put(name, extended(provider, catalog, transformers, own, claimed)));
    ProviderReader providerReader =
        new ProviderReader(catalog, reader, transformers, providers, platforms);
    // Those that extend others come after the others.
    List<Node> roots = new ArrayList<>(byKind.getOrDefault("Provider", List.of()));
    roots.sort(Comparator.comparing(root -> root.child("extends") != null));
    Set<String> named = new HashSet<>();
    for (Node root : roots) {
      switch (providerReader.read(root)) {
        case Checked.Invalid<Provider>(List<Problem> found) -> problems.addAll(found);
        case Checked.Valid<Provider>(Provider provider) -> {
          if (!named.add(provider.name())) {
            problems.add(
                root.problem(
                    "duplicate-provider",
                    "two providers are named " + provider.name(),
                    "rename one"));
          }
          providers.put(provider.name(), provider);
        }
      }
    }
    checkJoined(own, providers);
    return providers;
  }

  /** A provider with the transformers that replace one of its own or ask to join it. */
  private static Provider extended(
      Provider provider,
      Catalog catalog,
      Map<String, Transformer> transformers,
      Map<String, Node> own,
      Set<String> claimed) {
    Map<String, Transformer> mine = new HashMap<>(provider.transformers());
    own.forEach((fqn, root) -> {
      List<String> asked = Fields.texts(root.plain(), "providers");
      boolean joins =
          asked.isEmpty()
              ? provider.name().equals(DEFAULT_PROVIDER) && !claimed.contains(fqn)
              : asked.contains(provider.name());
      Transformer transformer = transformers.get(fqn);
      if (transformer != null && (mine.containsKey(fqn) || joins)) {
        mine.put(fqn, transformer);
      }
    });
    return new Provider(
        provider.metadata(), mine.values(), catalog, provider.platform(), provider.hooks());
  }

  private void checkJoined(Map<String, Node> own, Map<String, Provider> providers) {
    own.values()
        .forEach(root -> {
          for (String name : Fields.texts(root.plain(), "providers")) {
            Node node = root.child("providers");
            if (!providers.containsKey(name) && node != null) {
              problems.add(
                  node.problem(
                      "unknown-provider",
                      "no provider is named \"" + name + "\"",
                      "use one of: " + String.join(", ", providers.keySet())));
            }
          }
        });
  }
}
