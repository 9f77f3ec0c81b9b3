package dev.fleetwright.placement.work;

import java.util.List;
import java.util.Locale;

/**
 * On whose behalf works are made: a Binding, or a world. The works of one owner are bundled
 * together and apart from all others.
 *
 * @param kind such as {@code Binding} or {@code WorldInstance}
 * @param namespace empty for an owner without one
 */
public record WorkOwner(String kind, String namespace, String name) {

  private static final int LONGEST_PREFIX = 40;
  private static final int DIGITS = 10;

  /**
   * What the names of the owner's works begin with: readable, and different for different owners
   * whatever their names are.
   */
  public String workPrefix() {
    String readable =
        (kind + "-" + (namespace.isEmpty() ? "" : namespace + "-") + name)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9-]", "-");
    String cut = readable.substring(0, Math.min(LONGEST_PREFIX, readable.length()));
    String digest = CanonicalJson.digest(List.of(kind, namespace, name)).substring(0, DIGITS);
    return cut.replaceAll("-+$", "") + "-" + digest;
  }
}
