package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.model.Problem;
import java.util.List;

/**
 * A manifest with every range and version parsed, once, for all worlds that use it.
 *
 * @param needs one per requirement that differs, in {@link Need#ORDER}
 * @param problems everything wrong with the manifest, with paths inside it; warnings too
 */
public record CompiledModule(
    ObjectKey key, List<Need> needs, List<Provision> provisions, List<Problem> problems) {

  public CompiledModule {
    needs = List.copyOf(needs);
    provisions = List.copyOf(provisions);
    problems = List.copyOf(problems);
  }

  public static CompiledModule of(ModuleManifest manifest) {
    return new ManifestCompiler(manifest).compile();
  }

  public String name() {
    return key.name();
  }
}
