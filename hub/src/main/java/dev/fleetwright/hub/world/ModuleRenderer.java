package dev.fleetwright.hub.world;

import dev.fleetwright.api.Release;
import dev.fleetwright.documents.Node;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.Library;
import dev.fleetwright.render.Render;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.ModuleReader;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.transform.Provider;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Renders the module of a release for Kubernetes. Clusters that differ in nothing that rendering
 * sees share one result.
 */
final class ModuleRenderer {

  private static final int REMEMBERED = 500;

  private record Key(
      String releaseUid,
      @Nullable Long generation,
      String namespace,
      @Nullable String environment,
      @Nullable String region) {}

  /** What was rendered with one library. Another one makes everything anew. */
  private static final class Renderings {
    final Library library;
    final Provider provider;
    final Map<Key, Checked<List<Map<String, Object>>>> known =
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(
                  Map.Entry<Key, Checked<List<Map<String, Object>>>> eldest) {
                return size() > REMEMBERED;
              }
            });

    Renderings(Library library) {
      this.library = library;
      this.provider =
          switch (library.provider("kubernetes")) {
            case Checked.Valid<Provider>(Provider found) -> found;
            case Checked.Invalid<Provider>(List<Problem> problems) ->
                throw new IllegalArgumentException(
                    "the library has no provider kubernetes: " + problems);
          };
    }
  }

  private final Supplier<Library> libraries;
  private volatile Renderings renderings;

  ModuleRenderer(Supplier<Library> libraries) {
    this.libraries = libraries;
    this.renderings = new Renderings(libraries.get());
  }

  private Renderings current() {
    Library library = libraries.get();
    Renderings latest = renderings;
    if (latest.library != library) {
      latest = new Renderings(library);
      renderings = latest;
    }
    return latest;
  }

  /** The objects of a release in a namespace, or everything that is wrong with it. */
  Checked<List<Map<String, Object>>> render(
      Release release, String namespace, @Nullable String environment, @Nullable String region) {
    Key key =
        new Key(
            release.getMetadata().getUid(),
            release.getMetadata().getGeneration(),
            namespace,
            environment,
            region);
    Renderings current = current();
    Checked<List<Map<String, Object>>> before = current.known.get(key);
    if (before != null) {
      return before;
    }
    Checked<List<Map<String, Object>>> result =
        rendered(current.provider, release, namespace, environment, region);
    current.known.put(key, result);
    return result;
  }

  private static Checked<List<Map<String, Object>>> rendered(
      Provider provider,
      Release release,
      String namespace,
      @Nullable String environment,
      @Nullable String region) {
    if (release.getSpec().module().isEmpty()) {
      // A release without a module deploys nothing that we know of; that is no mistake.
      return Checked.valid(List.of());
    }
    return switch (ModuleReader.read(Node.of(release.getSpec().module()))) {
      case Checked.Invalid<Module>(List<Problem> problems) -> Checked.invalid(problems);
      case Checked.Valid<Module>(Module module) -> {
        Rendering rendering =
            Render.render(
                module,
                provider,
                TransformerContext.of(module)
                    .withNamespace(namespace)
                    .withEnvironment(environment)
                    .withRegion(region)
                    .withValues(release.getSpec().variables()));
        yield rendering.isValid()
            ? Checked.valid(rendering.manifests().stream().map(Plain::of).toList())
            : Checked.invalid(rendering.errors());
      }
    };
  }
}
