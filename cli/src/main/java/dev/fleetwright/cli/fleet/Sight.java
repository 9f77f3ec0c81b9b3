package dev.fleetwright.cli.fleet;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.Supplier;

/** The objects that a command shows: read once, or kept as they are now. */
interface Sight {

  /** Those in the namespace that was asked for. */
  <T extends HasMetadata> Supplier<List<T>> chosen(Class<T> kind);

  /** Those of any namespace, and those that have none. */
  <T extends HasMetadata> Supplier<List<T>> all(Class<T> kind);

  /** Reads them when they are asked for. */
  static Sight once(KubernetesClient client, NamespaceOptions scope) {
    return new Sight() {
      @Override
      public <T extends HasMetadata> Supplier<List<T>> chosen(Class<T> kind) {
        return () -> scope.list(client, kind);
      }

      @Override
      public <T extends HasMetadata> Supplier<List<T>> all(Class<T> kind) {
        return () -> client.resources(kind).inAnyNamespace().list().getItems();
      }
    };
  }
}
