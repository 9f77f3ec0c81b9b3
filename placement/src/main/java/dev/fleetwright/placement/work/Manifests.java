package dev.fleetwright.placement.work;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.WorkloadObject;
import java.util.List;
import java.util.Map;

/**
 * An object on its way: what is the same for all clusters is done once.
 *
 * <pre>{@code
 * Manifests manifests = Manifests.prepare(object, createOnly, transforms);
 * for (Cluster cluster : clusters) {
 *   send(cluster, manifests.forCluster(cluster));
 * }
 * }</pre>
 */
public final class Manifests {

  private final Manifest.Ready common;
  private final boolean template;

  private Manifests(Manifest.Ready common, boolean template) {
    this.common = common;
    this.template = template;
  }

  public static Manifests prepare(
      WorkloadObject object, boolean createOnly, Transforms transforms) {
    return new Manifests(
        new Manifest.Ready(
            object.key(),
            object.kind(),
            createOnly,
            transforms.apply(object.key(), Cleaning.clean(object))),
        Templates.wanted(object.annotations()));
  }

  /** Whether clusters may get different contents. */
  public boolean differs() {
    return template;
  }

  public Manifest forCluster(Cluster cluster) {
    if (!template) {
      return common;
    }
    return switch (Templates.expand(common.content(), cluster.templateValues())) {
      case Checked.Valid<Map<String, Object>>(Map<String, Object> expanded) ->
          new Manifest.Ready(common.key(), common.kind(), common.createOnly(), expanded);
      case Checked.Invalid<Map<String, Object>>(List<Problem> problems) ->
          new Manifest.Failed(common.key(), common.kind(), problems);
    };
  }
}
