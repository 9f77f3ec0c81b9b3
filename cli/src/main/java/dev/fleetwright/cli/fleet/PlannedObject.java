package dev.fleetwright.cli.fleet;

import dev.fleetwright.hub.plan.PreviewLine.Sign;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One object of the files as it would be.
 *
 * @param after as the server would store it
 * @param paths fields that would change; none for a new object
 * @param remark why the server refuses it, or why it could not be asked; empty otherwise
 */
record PlannedObject(
    GenericKubernetesResource after, Sign sign, List<String> paths, String remark) {

  private static final int SHOWN = 5;

  boolean isUnchanged() {
    return sign == Sign.CHANGE && paths.isEmpty();
  }

  String name() {
    return ServedObjects.name(after);
  }

  String text() {
    String fields =
        paths.size() <= SHOWN
            ? String.join(", ", paths)
            : String.join(", ", paths.subList(0, SHOWN))
                + " and "
                + (paths.size() - SHOWN)
                + " more";
    return name()
        + (fields.isEmpty() ? "" : ": " + fields)
        + (remark.isEmpty() ? "" : ": " + remark);
  }

  Map<String, Object> plain() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("apiVersion", String.valueOf(after.getApiVersion()));
    map.put("kind", String.valueOf(after.getKind()));
    map.put(
        "namespace",
        after.getMetadata().getNamespace() == null ? "" : after.getMetadata().getNamespace());
    map.put("name", String.valueOf(after.getMetadata().getName()));
    map.put("change", isUnchanged() ? "none" : sign.name().toLowerCase(Locale.ROOT));
    map.put("paths", paths);
    if (!remark.isEmpty()) {
      map.put("remark", remark);
    }
    return map;
  }
}
