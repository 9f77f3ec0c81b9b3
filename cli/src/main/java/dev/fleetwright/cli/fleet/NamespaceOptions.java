package dev.fleetwright.cli.fleet;

import dev.fleetwright.documents.NameRule;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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

  /** A name that no namespace can have is a slip, and no question for a server. */
  void check(CommandSpec spec) {
    check(spec, namespace());
  }

  /** The same for a command that has the option for itself. */
  static void check(CommandSpec spec, @Nullable String namespace) {
    if (namespace != null && !NameRule.DNS_LABEL.allows(namespace)) {
      throw new ParameterException(
          spec.commandLine(),
          "-n: \"" + namespace + "\" is no name of a namespace: small letters, digits and dashes");
    }
  }

  /** What a server has of a kind there. */
  <T extends HasMetadata> FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> of(
      KubernetesClient client, Class<T> kind) {
    String one = namespace();
    return one == null
        ? client.resources(kind).inAnyNamespace()
        : client.resources(kind).inNamespace(one);
  }

  <T extends HasMetadata> List<T> list(KubernetesClient client, Class<T> kind) {
    return of(client, kind).list().getItems();
  }

  <T extends HasMetadata> SharedIndexInformer<T> inform(
      KubernetesClient client, Class<T> kind, ResourceEventHandler<T> handler) {
    return of(client, kind).inform(handler);
  }
}
