package dev.fleetwright.hub.release;

import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Target;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The targets of a namespace; each version of one is read once, and only changes cost anything. */
final class ReadFleet {

  private record Seen(String uid, String version, boolean readable) {

    boolean is(ObjectMeta metadata) {
      return uid.equals(metadata.getUid()) && version.equals(metadata.getResourceVersion());
    }
  }

  private final Map<String, Seen> seen = new HashMap<>();
  private Fleet fleet = Fleet.EMPTY;

  /**
   * As rules see them.
   *
   * @param objects all targets as they are now
   */
  synchronized Fleet of(List<ReleaseTarget> objects) {
    List<Target> changed = new ArrayList<>();
    Set<String> gone = new HashSet<>();
    for (ReleaseTarget object : objects) {
      ObjectMeta metadata = object.getMetadata();
      Seen known = seen.get(metadata.getName());
      if (known != null && known.is(metadata)) {
        continue;
      }
      Optional<Target> target = Optional.ofNullable(ReleaseObjects.target(object));
      seen.put(
          metadata.getName(),
          new Seen(metadata.getUid(), metadata.getResourceVersion(), target.isPresent()));
      if (target.isPresent()) {
        changed.add(target.get());
      } else if (isReadable(known)) {
        gone.add(metadata.getName());
      }
    }
    if (seen.size() > objects.size()) {
      Set<String> rest = new HashSet<>();
      objects.forEach(object -> rest.add(object.getMetadata().getName()));
      seen.entrySet()
          .removeIf(entry -> {
            boolean left = !rest.contains(entry.getKey());
            if (left && isReadable(entry.getValue())) {
              gone.add(entry.getKey());
            }
            return left;
          });
    }
    fleet = fleet.with(changed, gone);
    return fleet;
  }

  private static boolean isReadable(@Nullable Seen known) {
    return known != null && known.readable();
  }
}
