package dev.fleetwright.hub.world;

import dev.fleetwright.documents.NameRule;
import dev.fleetwright.placement.work.CanonicalJson;
import java.util.List;
import java.util.Locale;

/** Names that are made from names: readable, and different whenever what they stand for is. */
public final class WorldNames {

  private static final int HASH = 12;
  private static final int LONGEST_NAMESPACE = 63;
  private static final int LONGEST_TARGET = 200;

  private WorldNames() {}

  /** The namespace of a world's objects in each of its clusters. */
  public static String namespace(String namespace, String world) {
    return hashed(LONGEST_NAMESPACE, "world", namespace, world);
  }

  /** The ReleaseTarget for a module of a world at a cluster. */
  public static String target(String world, String module, String cluster) {
    return hashed(LONGEST_TARGET, world, module, cluster);
  }

  /** Names of worlds and clusters become parts of swarm ids, so they must be DNS labels. */
  public static boolean isLabel(String name) {
    return NameRule.DNS_LABEL.allows(name);
  }

  private static String hashed(int longest, String... parts) {
    String readable =
        String.join("-", parts).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String cut = readable.substring(0, Math.min(readable.length(), longest - HASH - 1));
    return cut.replaceAll("^-+|-+$", "")
        + "-"
        + CanonicalJson.digest(List.of(parts)).substring(0, HASH);
  }
}
