package dev.fleetwright.cli.fleet;

import dev.fleetwright.hub.client.Plain;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is different between an object now and as it would be. */
final class FieldDifferences {

  private static final Set<String> SERVERS_OWN =
      Set.of("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp");

  private FieldDifferences() {}

  /** The paths at which they differ, sorted. */
  static List<String> of(GenericKubernetesResource before, GenericKubernetesResource after) {
    Map<String, Object> old = own(before);
    Map<String, Object> now = own(after);
    SortedSet<String> paths = new TreeSet<>();
    differences("", old, now, paths);
    return List.copyOf(paths);
  }

  /** Without what the server writes for itself. */
  private static Map<String, Object> own(GenericKubernetesResource object) {
    Map<String, Object> plain = new LinkedHashMap<>(Plain.of(object));
    Plain.child(plain, "metadata").keySet().removeAll(SERVERS_OWN);
    return plain;
  }

  private static void differences(
      String path, @Nullable Object before, @Nullable Object after, SortedSet<String> paths) {
    if (Objects.equals(before, after)) {
      return;
    }
    if (before instanceof Map<?, ?> old && after instanceof Map<?, ?> now) {
      Set<Object> keys = new HashSet<>(old.keySet());
      keys.addAll(now.keySet());
      keys.forEach(key ->
          differences(
              path.isEmpty() ? String.valueOf(key) : path + "." + key,
              old.get(key),
              now.get(key),
              paths));
    } else if (before instanceof List<?> old
        && after instanceof List<?> now
        && old.size() == now.size()) {
      for (int i = 0; i < old.size(); i++) {
        differences(path + "[" + i + "]", old.get(i), now.get(i), paths);
      }
    } else {
      paths.add(path);
    }
  }
}
