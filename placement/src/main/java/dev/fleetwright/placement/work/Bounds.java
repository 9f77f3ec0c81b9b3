package dev.fleetwright.placement.work;

/**
 * How much one ManifestWork may carry.
 *
 * @param objects manifests in one work
 * @param bytes of the work's specification as JSON
 */
public record Bounds(int objects, int bytes) {

  /** An API server takes 1.5 MB; works of less than 400 KB leave room for status and history. */
  public static final Bounds DEFAULT = new Bounds(100, 400_000);

  public Bounds {
    if (objects < 1 || bytes < 1_000) {
      throw new IllegalArgumentException("a work carries at least one object and 1,000 bytes");
    }
  }
}
