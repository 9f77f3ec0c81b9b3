package dev.fleetwright.release;

import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Node;
import dev.fleetwright.release.policy.ReleaseKinds;
import dev.fleetwright.release.policy.SnapshotReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the short {@code given} of a case into the real kinds, so that every case goes the way that
 * people's files go.
 */
final class CaseWorld {

  private static final Kinds KINDS = Kinds.of(Binder.standard(), ReleaseKinds.ALL);

  private final Map<?, ?> given;
  private final List<Node> objects = new ArrayList<>();

  private CaseWorld(Map<?, ?> given) {
    this.given = given;
  }

  static SnapshotReader.Reading read(Map<?, ?> given) {
    CaseWorld world = new CaseWorld(given);
    world.add();
    SnapshotReader.Reading reading = SnapshotReader.read(KINDS.bind(world.objects), "case");
    List<Fact> missing =
        list(given.get("missing")).stream()
            .map(fact -> Fact.valueOf(String.valueOf(fact)))
            .toList();
    return missing.isEmpty()
        ? reading
        : new SnapshotReader.Reading(
            reading.snapshot().withMissing(java.util.Set.copyOf(missing)), reading.problems());
  }

  private void add() {
    map(given.get("releases"))
        .forEach((id, written) -> object("Release", String.valueOf(id), release(written), null));
    if (given.get("rules") != null) {
      object("ReleasePolicy", "policy", mapOf("rules", given.get("rules")), null);
    }
    map(given.get("policies"))
        .forEach((name, spec) -> object("ReleasePolicy", String.valueOf(name), spec, null));
    Map<?, ?> targets = map(given.get("targets"));
    if (targets.isEmpty()) {
      target("t", given.get("target"));
    }
    targets.forEach((name, written) -> target(String.valueOf(name), written));
    for (String kind : List.of("Approval", "Freeze", "Pin", "Bypass")) {
      String plural =
          kind.equals("Bypass") ? "bypasses" : kind.toLowerCase(java.util.Locale.ROOT) + "s";
      list(given.get(plural)).forEach(spec -> object(kind, null, spec, null));
    }
  }

  private static Object release(@Nullable Object written) {
    if (written instanceof String createdAt) {
      return mapOf("deployment", "d", "createdAt", createdAt, "version", Map.of("tag", "1.0.0"));
    }
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("deployment", "d");
    Map<String, @Nullable Object> version = new LinkedHashMap<>();
    map(written)
        .forEach((key, value) -> {
          if (key.equals("metadata") || key.equals("tag") || key.equals("config")) {
            version.put(String.valueOf(key), value);
          } else {
            spec.put(String.valueOf(key), value);
          }
        });
    spec.put("version", version);
    return spec;
  }

  private void target(String name, @Nullable Object written) {
    Map<String, @Nullable Object> spec =
        new LinkedHashMap<>(mapOf("deployment", "d", "environment", "production"));
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    Map<String, @Nullable Object> resource = new LinkedHashMap<>(Map.of("name", "res-" + name));
    map(written)
        .forEach((key, value) -> {
          switch (String.valueOf(key)) {
            case "current", "history", "health" -> status.put(String.valueOf(key), value);
            case "labels" -> resource.put("labels", value);
            case "resource" -> resource.put("name", value);
            case "desired" -> spec.put("desiredRelease", value);
            default -> spec.put(String.valueOf(key), value);
          }
        });
    spec.put("resource", resource);
    object("ReleaseTarget", name, spec, status.isEmpty() ? null : status);
  }

  private void object(
      String kind, @Nullable String name, @Nullable Object spec, @Nullable Object status) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("apiVersion", ReleaseKinds.API_VERSION);
    object.put("kind", kind);
    if (name != null) {
      object.put("metadata", Map.of("name", name));
    }
    object.put("spec", spec);
    if (status != null) {
      object.put("status", status);
    }
    objects.add(Node.of(object));
  }

  private static Map<String, @Nullable Object> mapOf(@Nullable Object... pairs) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return map;
  }

  static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
