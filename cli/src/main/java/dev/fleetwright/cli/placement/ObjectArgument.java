package dev.fleetwright.cli.placement;

import dev.fleetwright.placement.WorkloadObject;
import java.util.List;
import java.util.Locale;

/** {@code KIND/NAME} or {@code KIND/NAMESPACE/NAME}; the kind may be a resource, in any case. */
record ObjectArgument(String kind, String namespace, String name) {

  static ObjectArgument parse(String text) {
    List<String> parts = List.of(text.split("/", -1));
    if (parts.size() < 2 || parts.size() > 3 || parts.contains("")) {
      throw new IllegalArgumentException(
          "--object wants KIND/NAME or KIND/NAMESPACE/NAME, not \"" + text + "\"");
    }
    return new ObjectArgument(
        parts.getFirst().toLowerCase(Locale.ROOT),
        parts.size() == 3 ? parts.get(1) : "",
        parts.getLast());
  }

  boolean matches(WorkloadObject object) {
    return (kind.equals(object.kind().toLowerCase(Locale.ROOT))
            || kind.equals(object.key().resource())
            || kind.equals(object.key().resource() + "." + object.key().group()))
        && name.equals(object.key().name())
        && (namespace.isEmpty() || namespace.equals(object.key().namespace()));
  }

  @Override
  public String toString() {
    return kind + "/" + (namespace.isEmpty() ? "" : namespace + "/") + name;
  }
}
