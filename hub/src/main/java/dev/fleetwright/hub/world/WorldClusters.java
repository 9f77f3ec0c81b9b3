package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.capability.kinds.LabelSelector;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clusters that a world runs on: those that one of its selectors selects; without selectors
 * those of its region; with neither, none.
 *
 * @param rule how they were found, for people
 */
public record WorldClusters(List<ManagedCluster> clusters, String rule, List<String> problems) {

  public static final String REGION = "region";
  public static final String ENVIRONMENT = "environment";

  public WorldClusters {
    clusters = List.copyOf(clusters);
    problems = List.copyOf(problems);
  }

  public static WorldClusters of(WorldInstanceSpec spec, Collection<ManagedCluster> inventory) {
    List<LabelSelector> selectors =
        spec.placement() == null ? List.of() : spec.placement().clusterSelectors();
    List<String> problems = new ArrayList<>();
    String rule;
    if (!selectors.isEmpty()) {
      rule = "spec.placement.clusterSelectors";
      selectors.forEach(selector -> check(selector, problems));
    } else if (spec.region() != null && !spec.region().isEmpty()) {
      rule = "label region=" + spec.region();
    } else {
      rule = "neither spec.placement nor spec.region is given";
    }
    List<ManagedCluster> found = new ArrayList<>();
    for (ManagedCluster cluster : inventory) {
      Map<String, String> labels = Domain.orEmpty(cluster.getMetadata().getLabels());
      boolean selected =
          selectors.isEmpty()
              ? spec.region() != null
                  && !spec.region().isEmpty()
                  && spec.region().equals(labels.get(REGION))
              : problems.isEmpty() && selectors.stream().anyMatch(s -> matches(s, labels));
      if (selected && WorldNames.isLabel(cluster.getMetadata().getName())) {
        found.add(cluster);
      }
    }
    found.sort(Comparator.comparing(cluster -> cluster.getMetadata().getName()));
    return new WorldClusters(found, rule, problems);
  }

  public List<String> names() {
    return clusters.stream().map(cluster -> cluster.getMetadata().getName()).toList();
  }

  private static void check(LabelSelector selector, List<String> problems) {
    for (LabelSelector.Expression expression : selector.matchExpressions()) {
      if (!List.of("In", "NotIn", "Exists", "DoesNotExist").contains(expression.operator())) {
        problems.add("\"" + expression.operator() + "\" is no operator of a selector");
      }
    }
  }

  private static boolean matches(LabelSelector selector, Map<String, String> labels) {
    return labels.entrySet().containsAll(selector.matchLabels().entrySet())
        && selector.matchExpressions().stream().allMatch(e -> holds(e, labels.get(e.key())));
  }

  private static boolean holds(LabelSelector.Expression expression, @Nullable String value) {
    return switch (expression.operator()) {
      case "In" -> value != null && expression.values().contains(value);
      case "NotIn" -> value == null || !expression.values().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }
}
