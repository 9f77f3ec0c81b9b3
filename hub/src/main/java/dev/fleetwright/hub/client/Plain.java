package dev.fleetwright.hub.client;

import dev.fleetwright.api.ObjectJson;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects as plain values, without the fields that are null: absent and null are the same here. */
public final class Plain {

  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  private Plain() {}

  /** Numbers come out as JSON gives them back, so that values can be compared with read ones. */
  @SuppressWarnings("unchecked") // an object is a map with text keys
  public static Map<String, Object> of(Object value) {
    return (Map<String, Object>) pruned(JSON.unmarshal(JSON.asJson(value), Map.class));
  }

  /** A JSON object from text. */
  @SuppressWarnings("unchecked") // an object is a map with text keys
  public static Map<String, Object> parse(String json) {
    return (Map<String, Object>) pruned(JSON.unmarshal(json, Map.class));
  }

  private static Object pruned(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> kept = new LinkedHashMap<>();
      map.forEach((key, member) -> {
        if (member != null) {
          kept.put(String.valueOf(key), pruned(member));
        }
      });
      return kept;
    }
    if (value instanceof List<?> list) {
      List<Object> kept = new ArrayList<>(list.size());
      for (Object member : list) {
        if (member != null) {
          kept.add(pruned(member));
        }
      }
      return kept;
    }
    return value;
  }

  /** The part under a key; empty when there is none. */
  @SuppressWarnings("unchecked") // an object is a map with text keys
  public static Map<String, Object> child(Map<String, ? extends @Nullable Object> map, String key) {
    return map.get(key) instanceof Map<?, ?> child ? (Map<String, Object>) child : Map.of();
  }

  public static String text(Map<String, ? extends @Nullable Object> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }
}
