package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import java.util.Map;
import java.util.TreeMap;

/** The labels that Kubernetes recommends, under a component's own. */
final class Labels {

  private static final int LONGEST = 63;

  private Labels() {}

  /** Labels of pods: nothing that changes with each version, or each version restarts them all. */
  static Map<String, String> ofPods(FlatComponent component) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("app.kubernetes.io/name", component.name());
    labels.put("app.kubernetes.io/component", component.name());
    labels.putAll(component.labels());
    return labels;
  }

  static Map<String, String> ofObject(FlatComponent component, TransformerContext context) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("app.kubernetes.io/name", component.name());
    labels.put("app.kubernetes.io/component", component.name());
    labels.put("app.kubernetes.io/part-of", labelValue(context.name()));
    labels.put("app.kubernetes.io/version", labelValue(context.version()));
    labels.put("app.kubernetes.io/managed-by", "fleetwright");
    labels.putAll(component.labels());
    return labels;
  }

  /** A version may have a plus sign or be long, which a label value may not. */
  static String labelValue(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length() && out.length() < LONGEST; i++) {
      char c = text.charAt(i);
      boolean fine =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '-'
              || c == '_'
              || c == '.';
      out.append(fine ? c : '_');
    }
    int end = out.length();
    while (end > 0 && !Character.isLetterOrDigit(out.charAt(end - 1))) {
      end--;
    }
    int start = 0;
    while (start < end && !Character.isLetterOrDigit(out.charAt(start))) {
      start++;
    }
    return out.substring(start, end);
  }
}
