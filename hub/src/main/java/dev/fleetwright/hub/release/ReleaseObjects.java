package dev.fleetwright.hub.release;

import dev.fleetwright.api.Approval;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Node;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.policy.ReleaseKinds;
import dev.fleetwright.release.policy.SnapshotReader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one namespace that releases are chosen from, but for the targets themselves. Read
 * as files are: one reader, so a server decides as the command on files does.
 */
public final class ReleaseObjects {

  private static final Kinds KINDS = Kinds.of(Binder.standard(), ReleaseKinds.ALL);

  private final List<HasMetadata> objects;
  private final SnapshotReader.Reading reading;
  private final Map<String, String> specs = new HashMap<>();
  private final Map<String, TargetSelector> selectors = new HashMap<>();

  private ReleaseObjects(Collection<? extends HasMetadata> objects) {
    this.objects = List.copyOf(objects);
    this.reading = read(objects);
    Snapshot snapshot = reading.snapshot();
    snapshot.policies().forEach(p -> selectors.put("ReleasePolicy/" + p.name(), p.selector()));
    snapshot.freezes().forEach(f -> selectors.put("Freeze/" + f.name(), f.selector()));
    snapshot.pins().forEach(p -> selectors.put("Pin/" + p.name(), p.selector()));
    snapshot.bypasses().forEach(b -> selectors.put("Bypass/" + b.name(), b.selector()));
  }

  /** Releases, policies, approvals, freezes, pins and bypasses. */
  public static ReleaseObjects of(Collection<? extends HasMetadata> objects) {
    return new ReleaseObjects(objects);
  }

  /** All that decisions are made from; the fleet is to be added. */
  public SnapshotReader.Reading reading() {
    return reading;
  }

  public Snapshot snapshot(Fleet fleet) {
    return reading.snapshot().withFleet(fleet);
  }

  /** A target as rules see it; null when it cannot be read. */
  public static @Nullable Target target(HasMetadata object) {
    return read(List.of(object)).snapshot().fleet().target(object.getMetadata().getName());
  }

  /** Targets as rules see them; those that cannot be read are left out. */
  public static Fleet fleet(Collection<ReleaseTarget> objects) {
    return Fleet.of(objects.stream().map(ReleaseObjects::target).filter(Objects::nonNull).toList());
  }

  /** Which targets an object selects; null when that cannot be said. */
  public @Nullable TargetSelector selector(HasMetadata object) {
    return selectors.get(key(object));
  }

  /**
   * Tells apart what decisions for a target are made from: the releases of its deployment and the
   * rules that are about it. Others and what happens at targets do not count, so that their changes
   * rewrite nothing.
   */
  public String digest(Target target) {
    Map<String, Object> all = new TreeMap<>();
    Set<String> releases = new HashSet<>();
    for (HasMetadata object : objects) {
      if (object instanceof Release release
          && release.getSpec().deployment().equals(target.deployment())) {
        releases.add(release.getMetadata().getName());
        all.put(key(object), spec(object));
      }
    }
    for (HasMetadata object : objects) {
      if (!(object instanceof Release) && isAbout(object, target, releases)) {
        all.put(key(object), spec(object));
      }
    }
    return CanonicalJson.digest(all);
  }

  private boolean isAbout(HasMetadata object, Target target, Set<String> releases) {
    if (object instanceof Approval approval) {
      var spec = approval.getSpec();
      return releases.contains(spec.release())
          && (spec.environment() == null || spec.environment().equals(target.environment()))
          && (spec.resource() == null || spec.resource().equals(target.resource().name()));
    }
    TargetSelector selector = selectors.get(key(object));
    // What could not be read may be about anybody.
    return selector == null || selector.matches(target);
  }

  private String spec(HasMetadata object) {
    synchronized (specs) {
      return specs.computeIfAbsent(
          key(object), _ -> CanonicalJson.digest(Plain.child(Plain.of(object), "spec")));
    }
  }

  private static String key(HasMetadata object) {
    return object.getKind() + "/" + object.getMetadata().getName();
  }

  private static SnapshotReader.Reading read(Collection<? extends HasMetadata> objects) {
    List<Node> nodes = new ArrayList<>();
    objects.forEach(object -> nodes.add(Node.of(document(object))));
    return SnapshotReader.read(KINDS.bind(nodes), "");
  }

  private static Map<String, Object> document(HasMetadata object) {
    Map<String, Object> plain = Plain.of(object);
    Map<String, Object> metadata = Plain.child(plain, "metadata");
    metadata.keySet().retainAll(List.of("name", "namespace", "labels", "creationTimestamp"));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("apiVersion", object.getApiVersion());
    document.put("kind", object.getKind());
    document.put("metadata", metadata);
    document.put("spec", Plain.child(plain, "spec"));
    if (plain.containsKey("status")) {
      document.put("status", Plain.child(plain, "status"));
    }
    return document;
  }
}
