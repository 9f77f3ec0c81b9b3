package dev.fleetwright.render.catalog;

import dev.fleetwright.render.plain.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The data files that ship in the jar. They are ours, so a mistake in one is a defect. */
public final class Resources {

  private static final String FOLDER = "/dev/fleetwright/render/";

  private Resources() {}

  public static String text(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Map<String, @Nullable Object> mapping(String name) {
    Object loaded = load(text(name)).getFirst();
    return loaded instanceof Map<?, ?> map ? Fields.cast(map) : new LinkedHashMap<>();
  }

  /** All documents of a file as plain values. */
  public static List<Object> documents(String name) {
    return load(text(name));
  }

  private static List<Object> load(String text) {
    Load load = new Load(LoadSettings.builder().setMaxAliasesForCollections(1000).build());
    List<Object> documents = new java.util.ArrayList<>();
    load.loadAllFromString(text).forEach(documents::add);
    return documents;
  }
}
