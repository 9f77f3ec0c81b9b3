package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.resource.ScalePaths;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The scale subresource: an object's replica numbers in the same form for every kind. */
public final class Scaling {
  private Scaling() {}

  private static ScalePaths paths(ResourceType type) {
    ScalePaths paths = type.scale();
    if (paths == null) {
      throw Failure.noSuchPath();
    }
    return paths;
  }

  /** The Scale object of an object. */
  public static ObjectNode of(ResourceType type, ObjectNode object) {
    ScalePaths paths = paths(type);
    ObjectNode scale = Json.object();
    scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    ObjectNode metadata = scale.putObject("metadata");
    for (String field :
        List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
      JsonNode value = Json.at(object, "metadata", field);
      if (value != null) {
        metadata.set(field, value);
      }
    }
    scale.putObject("spec").put("replicas", number(at(object, paths.spec())));
    ObjectNode status = scale.putObject("status");
    status.put("replicas", number(at(object, paths.status())));
    if (paths.selector() != null) {
      status.put("selector", selector(at(object, paths.selector())));
    }
    return scale;
  }

  /** Puts the number of a Scale object into the object. */
  public static ObjectNode into(ResourceType type, ObjectNode object, ObjectNode scale) {
    JsonNode replicas = Json.at(scale, "spec", "replicas");
    long wanted = replicas == null ? 0 : replicas.asLong(-1);
    if (wanted < 0 || wanted > Integer.MAX_VALUE) {
      throw Failure.invalid(
          Failure.Target.of(Json.textOrEmpty(object, "metadata", "name"), "autoscaling", "Scale"),
          List.of(
              Cause.invalid(
                  "spec.replicas",
                  replicas == null ? "null" : Json.text(replicas),
                  "must be greater than or equal to 0")));
    }
    String version = Json.textOrEmpty(scale, "metadata", "resourceVersion");
    if (!version.isEmpty()) {
      object.withObject("/metadata").put("resourceVersion", version);
    }
    String[] steps = steps(paths(type).spec());
    ObjectNode holder = object;
    for (int i = 0; i < steps.length - 1; i++) {
      holder = holder.get(steps[i]) instanceof ObjectNode o ? o : holder.putObject(steps[i]);
    }
    holder.put(steps[steps.length - 1], (int) wanted);
    return object;
  }

  private static String[] steps(String path) {
    return (path.startsWith(".") ? path.substring(1) : path).split("\\.", -1);
  }

  private static @Nullable JsonNode at(ObjectNode object, String path) {
    return Json.at(object, steps(path));
  }

  private static int number(@Nullable JsonNode node) {
    return node == null ? 0 : node.asInt(0);
  }

  private static String selector(@Nullable JsonNode selector) {
    if (selector == null) {
      return "";
    }
    if (selector.isTextual()) {
      return selector.textValue();
    }
    return selector.path("matchLabels").properties().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + "=" + e.getValue().asText())
        .collect(Collectors.joining(","));
  }
}
