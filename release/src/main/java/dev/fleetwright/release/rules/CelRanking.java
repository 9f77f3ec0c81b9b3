package dev.fleetwright.release.rules;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Ranking;
import dev.fleetwright.release.Release;
import java.util.Map;

/** Ranks by a number that an expression gives. */
public record CelRanking(CelExpression expression) implements Ranking {

  @Override
  public double score(DeploymentResourceContext context, Release release) {
    CelResult result =
        expression.evaluate(
            Map.of("release", Expressions.of(release), "target", Expressions.of(context.target())));
    return result instanceof CelResult.Value value && value.value() instanceof Number number
        ? number.doubleValue()
        : Double.NaN;
  }
}
