package dev.fleetwright.render;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.transform.Platform;
import dev.fleetwright.render.transform.Transformer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds a patch to an object. Each field has one source: a patch that wants another value for a
 * field than the one it has is a conflict that names both transformers. A null removes a field.
 */
final class Merge {

  private final Draft draft;
  private final Transformer patcher;
  private final Platform platform;
  private final List<Problem> problems;

  Merge(Draft draft, Transformer patcher, Platform platform, List<Problem> problems) {
    this.draft = draft;
    this.patcher = patcher;
    this.platform = platform;
    this.problems = problems;
  }

  void apply(Map<String, @Nullable Object> patch) {
    draft.object = map(draft.object, patch, Paths.ROOT);
  }

  private Map<String, @Nullable Object> map(
      Map<String, @Nullable Object> under, Map<?, ?> patch, Paths path) {
    Map<String, @Nullable Object> merged = new LinkedHashMap<>(under);
    patch.forEach((rawKey, value) -> {
      String key = String.valueOf(rawKey);
      Paths at = path.child(key);
      if (value == null) {
        remove(merged, key, at);
      } else if (!merged.containsKey(key)) {
        add(merged, key, value, at);
      } else {
        merged.put(key, value(key, merged.get(key), value, at));
      }
    });
    return merged;
  }

  private void remove(Map<String, @Nullable Object> merged, String key, Paths at) {
    String path = at.toString();
    String before = draft.setBy.get(path);
    if (merged.containsKey(key) && before != null) {
      conflict(at, before, Json.compact(merged.get(key)), "nothing");
      return;
    }
    merged.remove(key);
    draft.setBy.put(path, patcher.fqn());
  }

  private void add(Map<String, @Nullable Object> merged, String key, Object value, Paths at) {
    String path = at.toString();
    String remover = draft.setBy.get(path);
    if (remover != null && !remover.equals(patcher.fqn())) {
      conflict(at, remover, "nothing", Json.compact(value));
      return;
    }
    merged.put(key, value);
    draft.setBy.put(path, patcher.fqn());
  }

  private @Nullable Object value(String field, @Nullable Object before, Object after, Paths at) {
    if (before instanceof Map<?, ?> under && after instanceof Map<?, ?> over) {
      return map(Fields.cast(under), over, at);
    }
    if (before instanceof List<?> under && after instanceof List<?> over) {
      String key = platform.mergeKey(field);
      if (key != null) {
        return list(under, over, key, at);
      }
    }
    if (Objects.equals(before, after)) {
      return before;
    }
    conflict(at, source(at), Json.compact(before), Json.compact(after));
    return before;
  }

  private List<@Nullable Object> list(List<?> under, List<?> over, String key, Paths at) {
    List<@Nullable Object> merged = new ArrayList<>(under);
    for (Object item : over) {
      Object name = Fields.value(item, key);
      int found = -1;
      for (int i = 0; i < merged.size() && name != null; i++) {
        if (name.equals(Fields.value(merged.get(i), key))) {
          found = i;
        }
      }
      if (found >= 0
          && merged.get(found) instanceof Map<?, ?> before
          && item instanceof Map<?, ?> m) {
        merged.set(found, map(Fields.cast(before), m, at.child(found)));
      } else if (!merged.contains(item)) {
        draft.setBy.put(at.child(merged.size()).toString(), patcher.fqn());
        merged.add(item);
      }
    }
    return merged;
  }

  /** Who set the field or the nearest part that holds it. */
  private String source(Paths at) {
    for (Paths step = at; step != null; step = step.parent()) {
      String by = draft.setBy.get(step.toString());
      if (by != null) {
        return by;
      }
    }
    return draft.owner.fqn();
  }

  private void conflict(Paths at, String first, String before, String after) {
    problems.add(
        new Problem(
            "merge-conflict",
            at.toString(),
            first
                + " gives "
                + draft.identity
                + " the value "
                + cut(before)
                + " and "
                + patcher.fqn()
                + " wants "
                + cut(after),
            "say it in one place only"));
  }

  private static String cut(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }
}
