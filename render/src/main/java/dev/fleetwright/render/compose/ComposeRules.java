package dev.fleetwright.render.compose;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Platform.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must fit between the entries of a Compose file. */
final class ComposeRules {

  private ComposeRules() {}

  static List<Finding> check(List<Map<String, @Nullable Object>> entries) {
    List<Finding> findings = new ArrayList<>();
    Set<String> known = new HashSet<>();
    entries.forEach(e -> known.add(e.get("section") + " " + e.get("name")));
    Map<String, String> published = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      Map<String, @Nullable Object> value = Fields.map(entries.get(i), "value");
      String name = Fields.text(entries.get(i), "name", "");
      for (Map<String, @Nullable Object> volume : Fields.maps(value, "volumes")) {
        boolean named = "volume".equals(volume.get("type"));
        if (named && !known.contains("volumes " + volume.get("source"))) {
          findings.add(finding(i, "unknown-volume", "no volume is named " + volume.get("source")));
        }
      }
      for (String section : List.of("configs", "secrets")) {
        for (Map<String, @Nullable Object> use : Fields.maps(value, section)) {
          if (!known.contains(section + " " + use.get("source"))) {
            findings.add(
                finding(
                    i, "no-target", "the file has no " + section + " named " + use.get("source")));
          }
        }
      }
      for (Map<String, @Nullable Object> port : Fields.maps(value, "ports")) {
        String outside = String.valueOf(port.get("published"));
        String other = published.putIfAbsent(outside + "/" + port.get("protocol"), name);
        if (port.containsKey("published") && other != null) {
          findings.add(
              finding(
                  i,
                  "duplicate-port",
                  "the port " + outside + " is published by " + other + " too"));
        }
      }
    }
    return findings;
  }

  private static Finding finding(int index, String code, String message) {
    return new Finding(index, new Problem(code, "", message, "make the two fit"));
  }
}
