package dev.fleetwright.cli.fleet;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The namespace that a command looks at, or all. */
final class NamespaceOptions {

  static final class Scope {
    @Option(
        names = {"-n", "--namespace"},
        paramLabel = "NS",
        description = "Only what is in this namespace.")
    private @Nullable String namespace;

    @Option(
        names = {"-A", "--all-namespaces"},
        description = "What is in any namespace; the default.")
    private boolean all;
  }

  @ArgGroup(exclusive = true)
  private @Nullable Scope scope;

  /** Null for all. */
  @Nullable String namespace() {
    return scope == null || scope.all ? null : scope.namespace;
  }

  <T extends HasMetadata> List<T> list(KubernetesClient client, Class<T> kind) {
    String one = namespace();
    return one == null
        ? client.resources(kind).inAnyNamespace().list().getItems()
        : client.resources(kind).inNamespace(one).list().getItems();
  }

  <T extends HasMetadata> SharedIndexInformer<T> inform(
      KubernetesClient client, Class<T> kind, ResourceEventHandler<T> handler) {
    String one = namespace();
    return one == null
        ? client.resources(kind).inAnyNamespace().inform(handler)
        : client.resources(kind).inNamespace(one).inform(handler);
  }
}
