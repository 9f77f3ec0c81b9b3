package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.matching.CompiledModule;
import dev.fleetwright.capability.matching.Hint;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.ProviderIndex;
import dev.fleetwright.capability.matching.Provision;
import dev.fleetwright.capability.reading.WorldDocuments;
import dev.fleetwright.model.Suggestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Fixes that take all objects of the input to find: a module that is there and not in the game, an
 * object of nearly the same name, or of the same name in another namespace.
 */
final class Hints {

  private final WorldDocuments documents;
  private final Map<String, ProviderIndex> byNamespace = new HashMap<>();

  Hints(WorldDocuments documents) {
    this.documents = documents;
  }

  Hint of(BindingPlan plan, Outcome.Unresolved open) {
    List<Provision> outside = providers(plan.key().namespace(), open.need());
    return outside.isEmpty()
        ? Objects.requireNonNull(plan.resolution()).hint(open)
        : new Hint.NotInGame(outside.getFirst());
  }

  /** Every module of the namespace; those of the game do not satisfy, or it would be bound. */
  private List<Provision> providers(String namespace, Need need) {
    return byNamespace
        .computeIfAbsent(
            namespace,
            _ ->
                new ProviderIndex(
                    documents.manifests().stream()
                        .filter(manifest -> manifest.key().namespace().equals(namespace))
                        .map(CompiledModule::of)
                        .toList()))
        .choose(need);
  }

  String missingModule(ObjectKey module) {
    return missing(
        ModuleManifest.KIND,
        module,
        documents.manifests().stream().map(ModuleManifest::key).toList());
  }

  String missingGame(BindingPlan plan) {
    return missing(
        GameDefinition.KIND,
        new ObjectKey(plan.key().namespace(), plan.world().spec().gameRef().name()),
        documents.games().stream().map(GameDefinition::key).toList());
  }

  private static String missing(String kind, ObjectKey wanted, List<ObjectKey> known) {
    List<String> sameName =
        known.stream()
            .filter(key -> key.name().equals(wanted.name()))
            .map(ObjectKey::namespace)
            .sorted()
            .toList();
    if (!sameName.isEmpty()) {
      return "there is one in namespace "
          + sameName.getFirst()
          + "; it must be in "
          + wanted.namespace();
    }
    List<String> names =
        known.stream()
            .filter(key -> key.namespace().equals(wanted.namespace()))
            .map(ObjectKey::name)
            .toList();
    return Suggestion.nearest(wanted.name(), names)
        .map(near -> "did you mean " + near + "?")
        .orElse("add the " + kind + " " + wanted.name() + " to the input");
  }
}
