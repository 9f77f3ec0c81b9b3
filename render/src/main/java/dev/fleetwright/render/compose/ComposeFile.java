package dev.fleetwright.render.compose;

import dev.fleetwright.render.plain.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The entries of a rendering put together to one Compose file. */
public final class ComposeFile {

  private ComposeFile() {}

  public static Map<String, @Nullable Object> of(List<Map<String, @Nullable Object>> entries) {
    Map<String, @Nullable Object> file = new LinkedHashMap<>();
    for (String section : ComposePlatform.SECTIONS) {
      Map<String, @Nullable Object> named = new TreeMap<>();
      for (Map<String, @Nullable Object> entry : entries) {
        if (section.equals(entry.get("section"))) {
          Map<String, @Nullable Object> value = Fields.map(entry, "value");
          named.put(Fields.text(entry, "name", ""), value);
        }
      }
      if (!named.isEmpty()) {
        file.put(section, named);
      }
    }
    return file;
  }
}
