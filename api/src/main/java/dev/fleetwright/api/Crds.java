package dev.fleetwright.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The CustomResourceDefinitions of all kinds, as they stand in {@code deploy/crds}. */
public final class Crds {

  private Crds() {}

  /** Their file names, sorted. */
  public static List<String> names() {
    return Kinds.ALL.stream()
        .map(kind -> HasMetadata.getGroup(kind) + "_" + HasMetadata.getPlural(kind) + ".yaml")
        .sorted()
        .toList();
  }

  /** The text of one. */
  public static String text(String name) {
    try (InputStream in = Crds.class.getResourceAsStream("crds/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no definition " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of them as one YAML stream. */
  public static String all() {
    StringBuilder all = new StringBuilder();
    names().forEach(name -> all.append("---\n").append(text(name)));
    return all.toString();
  }
}
