package dev.fleetwright.capability.kinds;

/** The API group of the kinds in this package. */
public final class GamePlatform {

  public static final String GROUP = "game.platform";
  public static final String VERSION = "v1alpha1";
  public static final String API_VERSION = GROUP + "/" + VERSION;

  private GamePlatform() {}
}
