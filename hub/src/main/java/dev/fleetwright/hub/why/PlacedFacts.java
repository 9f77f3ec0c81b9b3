package dev.fleetwright.hub.why;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.objects.KindWords;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.WorkloadObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What says where an object goes and how it is there.
 *
 * @param object as the hub has it; null when it is made for the clusters and is not in the hub
 * @param namespace the Namespace object that it is in, where there is one
 * @param works those that carry it
 */
public record PlacedFacts(
    ResourceType type,
    ObjectKey key,
    @Nullable WorkloadObject object,
    @Nullable WorkloadObject namespace,
    List<BindingPolicy> policies,
    List<Binding> bindings,
    List<ManagedCluster> clusters,
    List<ManifestWork> works,
    List<WorkStatus> reports,
    List<CombinedStatus> combined) {

  private static final ResourceType NAMESPACES =
      new ResourceType("", "v1", "Namespace", "namespaces", false);

  /** Reads them from a server; a problem when the word or the name means nothing, or too much. */
  public static Checked<PlacedFacts> read(
      KubernetesClient client, String word, @Nullable String namespace, String name) {
    List<ResourceType> types = KindWords.find(client, word);
    if (types.isEmpty()) {
      return invalid(
          "unknown-kind",
          "the server knows no kind " + word,
          "name it as kubectl api-resources does, or world/…, release/…, releasetarget/…,"
              + " binding/…, work/…");
    }
    List<ManifestWork> works =
        client.resources(ManifestWork.class).inAnyNamespace().list().getItems();
    SortedSet<ObjectKey> keys = new TreeSet<>();
    ResourceType type = types.getFirst();
    for (ResourceType candidate : types) {
      SortedSet<ObjectKey> found = keys(client, candidate, namespace, name, works);
      if (!found.isEmpty() && keys.isEmpty()) {
        type = candidate;
      }
      keys.addAll(found);
    }
    if (keys.isEmpty()) {
      return invalid(
          "not-found",
          "there is no "
              + type.kind()
              + " "
              + name
              + (namespace == null ? "" : " in " + namespace)
              + ", neither in the hub nor in a work",
          namespace == null
              ? "look with  kubectl get " + type.resource() + " -A"
              : "leave -n out to look through all namespaces");
    }
    if (keys.size() > 1) {
      return invalid(
          "ambiguous",
          "there are several: " + String.join(", ", keys.stream().map(Objects::toString).toList()),
          "choose one with -n, or a kind with its group: "
              + type.resource()
              + (type.group().isEmpty() ? "" : "." + type.group()));
    }
    return new Checked.Valid<>(read(client, type, keys.first(), works));
  }

  private static Checked<PlacedFacts> invalid(String code, String message, String nextStep) {
    return new Checked.Invalid<>(List.of(new Problem(code, "", message, nextStep)));
  }

  private static SortedSet<ObjectKey> keys(
      KubernetesClient client,
      ResourceType type,
      @Nullable String namespace,
      String name,
      List<ManifestWork> works) {
    SortedSet<ObjectKey> keys = new TreeSet<>();
    var kind =
        client.genericKubernetesResources(
            type.group().isEmpty() ? type.version() : type.group() + "/" + type.version(),
            type.kind());
    List<GenericKubernetesResource> objects =
        namespace == null || !type.namespaced()
            ? kind.inAnyNamespace().withField("metadata.name", name).list().getItems()
            : kind.inNamespace(namespace).withField("metadata.name", name).list().getItems();
    objects.forEach(object -> keys.add(WorkloadObject.of(type, Plain.of(object)).key()));
    for (ManifestWork work : works) {
      for (Map<String, Object> manifest : work.getSpec().manifests()) {
        if (isOf(type, manifest)) {
          ObjectKey key = WorkloadObject.of(type, manifest).key();
          if (key.name().equals(name) && (namespace == null || namespace.equals(key.namespace()))) {
            keys.add(key);
          }
        }
      }
    }
    return keys;
  }

  static boolean isOf(ResourceType type, Map<String, Object> manifest) {
    String apiVersion = Plain.text(manifest, "apiVersion");
    int slash = apiVersion.indexOf('/');
    return type.kind().equals(Plain.text(manifest, "kind"))
        && type.group().equals(slash < 0 ? "" : apiVersion.substring(0, slash));
  }

  private static PlacedFacts read(
      KubernetesClient client, ResourceType type, ObjectKey key, List<ManifestWork> works) {
    List<ManifestWork> carrying =
        works.stream()
            .filter(work ->
                work.getSpec().manifests().stream()
                    .anyMatch(manifest ->
                        isOf(type, manifest)
                            && WorkloadObject.of(type, manifest).key().equals(key)))
            .toList();
    List<WorkStatus> reports =
        new ArrayList<>(client.resources(WorkStatus.class).inAnyNamespace().list().getItems());
    reports.removeIf(report -> {
      var source = report.getSpec().sourceRef();
      return !key.equals(
          new ObjectKey(
              Objects.requireNonNullElse(source.group(), ""),
              source.resource(),
              Objects.requireNonNullElse(source.namespace(), ""),
              source.name()));
    });
    return new PlacedFacts(
        type,
        key,
        object(client, type, key.namespace(), key.name()),
        key.isNamespaced() ? object(client, NAMESPACES, "", key.namespace()) : null,
        all(client, BindingPolicy.class),
        all(client, Binding.class),
        all(client, ManagedCluster.class),
        carrying,
        reports,
        client.resources(CombinedStatus.class).inAnyNamespace().list().getItems());
  }

  private static @Nullable WorkloadObject object(
      KubernetesClient client, ResourceType type, String namespace, String name) {
    var kind =
        client.genericKubernetesResources(
            type.group().isEmpty() ? type.version() : type.group() + "/" + type.version(),
            type.kind());
    GenericKubernetesResource found =
        namespace.isEmpty()
            ? kind.withName(name).get()
            : kind.inNamespace(namespace).withName(name).get();
    return found == null ? null : WorkloadObject.of(type, Plain.of(found));
  }

  private static <T extends HasMetadata> List<T> all(KubernetesClient client, Class<T> kind) {
    return client.resources(kind).list().getItems();
  }
}
