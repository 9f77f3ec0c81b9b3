package dev.fleetwright.render.output;

import dev.fleetwright.render.RenderedObject;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.output.Change.Field;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.plain.Redaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares two renderings object by object and field by field. Secrets are told apart, not shown.
 */
public final class Difference {

  private static final String PROVENANCE = "metadata.annotations[\"core.opm.dev/";

  private final Redaction redaction;
  private final boolean withProvenance;

  private Difference(Redaction redaction, boolean withProvenance) {
    this.redaction = redaction;
    this.withProvenance = withProvenance;
  }

  /**
   * What changes on the way from one to the other.
   *
   * @param withProvenance whether annotations about module and transformer versions count
   */
  public static List<Change> between(Rendering before, Rendering after, boolean withProvenance) {
    Set<String> secrets = new HashSet<>(before.secrets());
    secrets.addAll(after.secrets());
    return new Difference(new Redaction(secrets), withProvenance).compare(before, after);
  }

  private List<Change> compare(Rendering before, Rendering after) {
    Map<String, RenderedObject> left = byIdentity(before);
    Map<String, RenderedObject> right = byIdentity(after);
    Set<String> all = new TreeSet<>(left.keySet());
    all.addAll(right.keySet());
    List<Change> changes = new ArrayList<>();
    for (String identity : all) {
      RenderedObject old = left.get(identity);
      RenderedObject made = right.get(identity);
      if (old == null) {
        changes.add(new Change(identity, Change.Kind.ADDED, List.of()));
      } else if (made == null) {
        changes.add(new Change(identity, Change.Kind.REMOVED, List.of()));
      } else {
        List<Field> fields = new ArrayList<>();
        compare(old.object(), made.object(), Paths.ROOT, identity, fields);
        if (!fields.isEmpty()) {
          changes.add(new Change(identity, Change.Kind.CHANGED, fields));
        }
      }
    }
    return changes;
  }

  private static Map<String, RenderedObject> byIdentity(Rendering rendering) {
    Map<String, RenderedObject> objects = new TreeMap<>();
    rendering.objects().forEach(o -> objects.put(o.identity(), o));
    return objects;
  }

  private void compare(
      @Nullable Object before,
      @Nullable Object after,
      Paths path,
      String identity,
      List<Field> fields) {
    if (before instanceof Map<?, ?> left && after instanceof Map<?, ?> right) {
      Set<String> keys = new TreeSet<>();
      left.keySet().forEach(key -> keys.add(String.valueOf(key)));
      right.keySet().forEach(key -> keys.add(String.valueOf(key)));
      keys.forEach(
          key -> compare(left.get(key), right.get(key), path.child(key), identity, fields));
    } else if (before instanceof List<?> left && after instanceof List<?> right) {
      for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
        compare(
            i < left.size() ? left.get(i) : null,
            i < right.size() ? right.get(i) : null,
            path.child(i),
            identity,
            fields);
      }
    } else if (!Objects.equals(before, after)) {
      String at = path.toString();
      if (withProvenance || !at.startsWith(PROVENANCE)) {
        fields.add(new Field(at, shown(before, identity, at), shown(after, identity, at)));
      }
    }
  }

  private @Nullable String shown(@Nullable Object value, String identity, String path) {
    if (value == null) {
      return null;
    }
    boolean secret = identity.startsWith("Secret ") && path.startsWith("data");
    return secret ? "(secret)" : redaction.text(Json.compact(value));
  }
}
