package dev.fleetwright.render;

import dev.fleetwright.render.matching.Strategy;

/**
 * How to render.
 *
 * @param minScore for {@link Strategy#THRESHOLD}
 * @param strict whether what would be a warning is an error
 */
public record RenderOptions(Strategy strategy, int minScore, boolean strict) {

  public static final RenderOptions DEFAULT = new RenderOptions(Strategy.ALL, 0, false);

  public RenderOptions withStrategy(Strategy newStrategy, int newMinScore) {
    return new RenderOptions(newStrategy, newMinScore, strict);
  }

  public RenderOptions withStrict(boolean newStrict) {
    return new RenderOptions(strategy, minScore, newStrict);
  }
}
