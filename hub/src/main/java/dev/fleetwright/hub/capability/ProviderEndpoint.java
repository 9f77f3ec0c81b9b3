package dev.fleetwright.hub.capability;

import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus.BoundProvider;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus.Endpoint;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus.EndpointType;
import dev.fleetwright.capability.kinds.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is known about where the provider of a binding answers, and why.
 *
 * @param address null while it is unknown
 * @param keepsLast nothing new could be found out, so what was known stays
 * @param reason one word for the condition
 */
public record ProviderEndpoint(
    @Nullable ServiceAddress address, boolean keepsLast, String reason, String message) {

  public static final String CONDITION = "EndpointResolved";

  /** The provider could not be looked at this time. */
  public static ProviderEndpoint unseen(String message) {
    return new ProviderEndpoint(null, true, "NotRendered", message);
  }

  /**
   * From what was rendered for each cluster. While a rollout changes the address, clusters differ:
   * then the address of before stays as long as one of them has it.
   *
   * @param byCluster the address at each cluster that the provider is rendered for
   */
  public static ProviderEndpoint of(
      DesiredBinding binding,
      SortedMap<String, ServiceAddress> byCluster,
      boolean isReleased,
      @Nullable CapabilityBindingStatus before) {
    String provider = binding.provision().module();
    TreeSet<ServiceAddress> distinct = new TreeSet<>(byCluster.values());
    if (distinct.isEmpty()) {
      return isReleased
          ? new ProviderEndpoint(
              null,
              false,
              "NoService",
              "the chosen release of "
                  + provider
                  + " has no Service with a port for "
                  + binding.need().capabilityId())
          : new ProviderEndpoint(
              null, false, "NoRelease", "no release of " + provider + " is chosen yet");
    }
    if (distinct.size() == 1) {
      return new ProviderEndpoint(
          distinct.first(), false, "Resolved", "the Service of " + provider + " at every cluster");
    }
    String last = before == null ? null : before.resolvedEndpoint();
    ServiceAddress kept =
        distinct.stream()
            .filter(address -> address.toString().equals(last))
            .findFirst()
            .orElse(distinct.first());
    String other =
        byCluster.entrySet().stream()
            .filter(entry -> !entry.getValue().equals(kept))
            .findFirst()
            .map(entry -> entry.getKey() + " has " + entry.getValue())
            .orElse("");
    return new ProviderEndpoint(
        kept, false, "ClustersDiffer", "clusters differ while a rollout is under way: " + other);
  }

  /** The status that the binding should have; equal to the one it has when nothing changed. */
  public CapabilityBindingStatus status(
      DesiredBinding desired, @Nullable CapabilityBinding existing, Instant now) {
    CapabilityBindingStatus before = existing == null ? null : existing.status();
    // What was known about one provider says nothing about another.
    CapabilityBindingStatus kept =
        keepsLast
                && before != null
                && before.resolvedEndpoint() != null
                && desired.hasProviderOf(before)
            ? before
            : null;
    String endpoint =
        kept != null ? kept.resolvedEndpoint() : address == null ? null : address.toString();
    CapabilityBindingStatus status = desired.status(existing, endpoint, now);
    BoundProvider provider =
        kept != null
            ? kept.provider()
            : address == null
                ? null
                : new BoundProvider(
                    new Endpoint(EndpointType.KUBERNETES_SERVICE, address.host(), address.port()));
    return new CapabilityBindingStatus(
        status.observedGeneration(),
        status.phase(),
        status.message(),
        provider,
        status.resolvedEndpoint(),
        status.lastResolvedTime(),
        conditions(status, endpoint != null, now));
  }

  private List<Condition> conditions(CapabilityBindingStatus status, boolean known, Instant now) {
    List<Condition> conditions = new ArrayList<>();
    String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
    String holds = known ? "True" : "False";
    for (Condition condition : status.conditions()) {
      if (!condition.type().equals(CONDITION)) {
        conditions.add(condition);
      } else if (condition.status().equals(holds) && condition.lastTransitionTime() != null) {
        since = condition.lastTransitionTime();
      }
    }
    conditions.add(
        new Condition(CONDITION, holds, reason, message, status.observedGeneration(), since));
    return conditions;
  }
}
