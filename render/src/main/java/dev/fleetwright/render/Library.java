package dev.fleetwright.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.transform.Provider;
import dev.fleetwright.render.transform.TransformFunction;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that can be rendered with: a catalog of definitions and providers with transformers.
 * What is built in, and what a platform team adds to it.
 *
 * <pre>{@code
 * Library library = Library.builtIn();
 * Provider kubernetes = library.provider("kubernetes").orThrow();
 * Rendering rendering = Render.render(module, kubernetes, TransformerContext.of(module));
 * }</pre>
 */
public final class Library {

  private final Catalog catalog;
  private final SortedMap<String, Provider> providers;
  private final Map<String, TransformFunction> functions;

  Library(
      Catalog catalog, Map<String, Provider> providers, Map<String, TransformFunction> functions) {
    this.catalog = catalog;
    this.providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    this.functions = Collections.unmodifiableMap(new TreeMap<>(functions));
  }

  /** What ships in the jar; made once. */
  public static Library builtIn() {
    return BuiltIn.LIBRARY;
  }

  private static final class BuiltIn {
    static final Library LIBRARY =
        LibraryReader.builtIn(discovered(ServiceLoader.load(TransformFunction.class))).orThrow();
  }

  /** Also knows transformers in Java that a class loader of the caller found. */
  public Library withFunctions(Iterable<TransformFunction> more) {
    Map<String, TransformFunction> all = new TreeMap<>(functions);
    all.putAll(discovered(more));
    return new Library(catalog, providers, all);
  }

  private static Map<String, TransformFunction> discovered(Iterable<TransformFunction> found) {
    Map<String, TransformFunction> byClass = new TreeMap<>();
    found.forEach(function -> byClass.put(function.getClass().getName(), function));
    return byClass;
  }

  /**
   * This library and the definitions, transformers and providers of more documents. A definition,
   * transformer or provider with the name of one that exists replaces it.
   */
  public Checked<Library> with(List<Node> documents) {
    return documents.isEmpty() ? Checked.valid(this) : LibraryReader.extend(this, documents);
  }

  public Catalog catalog() {
    return catalog;
  }

  public SortedMap<String, Provider> providers() {
    return providers;
  }

  Map<String, TransformFunction> functions() {
    return functions;
  }

  public Checked<Provider> provider(String name) {
    Provider provider = providers.get(name);
    if (provider != null) {
      return Checked.valid(provider);
    }
    return Checked.invalid(
        new Problem(
            "unknown-provider",
            "",
            "no provider is named \"" + name + "\"",
            Suggestion.nearest(name, providers.keySet())
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElse("use one of: " + String.join(", ", providers.keySet()))));
  }
}
