package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.DownsyncPolicyClause;
import java.util.List;

/**
 * Which kinds of objects a policy can take at all, so that a hub needs to look at no others. What
 * is never sent is in no policy's reach.
 */
public final class Reach {

  private static final String ANY = "*";

  private Reach() {}

  public static boolean includes(BindingPolicySpec policy, ResourceType type) {
    return NeverDownsynced.reason(type.group(), type.resource()).isEmpty()
        && policy.downsync().stream().anyMatch(clause -> includes(clause, type));
  }

  private static boolean includes(DownsyncPolicyClause clause, ResourceType type) {
    String group = clause.apiGroup();
    return clause.hasTests()
        && (group == null || group.equals(ANY) || group.equals(type.group()))
        && (clause.resources().isEmpty() || hasAny(clause.resources(), type.resource()))
        && (type.namespaced() || takesObjectsWithoutNamespace(clause));
  }

  private static boolean hasAny(List<String> names, String name) {
    return names.contains(ANY) || names.contains(name);
  }

  private static boolean takesObjectsWithoutNamespace(DownsyncPolicyClause clause) {
    return (clause.namespaces().isEmpty() || clause.namespaces().contains(ANY))
        && (clause.namespaceSelectors().isEmpty()
            || clause.namespaceSelectors().stream()
                .anyMatch(selector -> Selector.of(selector).isEmpty()));
  }

  /** Whether the labels of namespaces decide as well. */
  public static boolean readsNamespaces(BindingPolicySpec policy) {
    return policy.downsync().stream().anyMatch(clause -> !clause.namespaceSelectors().isEmpty());
  }
}
