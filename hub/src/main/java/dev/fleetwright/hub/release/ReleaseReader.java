package dev.fleetwright.hub.release;

import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.release.Fleet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the objects of a namespace for decisions, and each version of an object once: a fleet has
 * ten thousand targets, and every decision looks at all.
 */
public final class ReleaseReader {

  private record Read(List<String> versions, ReleaseObjects objects) {}

  private final Caches caches;
  private final Map<String, Read> byNamespace = new ConcurrentHashMap<>();
  private final Map<String, ReadFleet> fleets = new ConcurrentHashMap<>();

  public ReleaseReader(Caches caches) {
    this.caches = caches;
  }

  /** Releases and rules of a namespace. */
  public ReleaseObjects objects(String namespace) {
    List<HasMetadata> all = all(namespace);
    List<String> versions =
        all.stream()
            .map(object ->
                object.getMetadata().getUid() + "@" + object.getMetadata().getResourceVersion())
            .toList();
    Read known = byNamespace.get(namespace);
    if (known != null && known.versions.equals(versions)) {
      return known.objects;
    }
    Read read = new Read(versions, ReleaseObjects.of(all));
    byNamespace.put(namespace, read);
    return read.objects;
  }

  /** The targets of a namespace as rules see them; those that cannot be read are left out. */
  public Fleet fleet(String namespace) {
    return fleets
        .computeIfAbsent(namespace, _ -> new ReadFleet())
        .of(caches.targets().in(namespace));
  }

  private List<HasMetadata> all(String namespace) {
    List<HasMetadata> all = new ArrayList<>();
    all.addAll(caches.releases().in(namespace));
    all.addAll(caches.policies().in(namespace));
    all.addAll(caches.approvals().in(namespace));
    all.addAll(caches.freezes().in(namespace));
    all.addAll(caches.pins().in(namespace));
    all.addAll(caches.bypasses().in(namespace));
    all.sort(
        Comparator.comparing((HasMetadata object) -> object.getKind())
            .thenComparing(object -> object.getMetadata().getName()));
    return all;
  }
}
