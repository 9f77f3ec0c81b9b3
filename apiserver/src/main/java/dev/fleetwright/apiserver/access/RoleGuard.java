package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.service.Address;
import dev.fleetwright.apiserver.service.WriteGuard;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nobody can give away more than they hold: by writing a role, or by binding one. */
public final class RoleGuard implements WriteGuard {
  private final Authorizer authorizer;
  private final Caller caller;

  public RoleGuard(Authorizer authorizer, Caller caller) {
    this.authorizer = authorizer;
    this.caller = caller;
  }

  @Override
  public void check(Address at, ObjectNode next, @Nullable ObjectNode live) {
    ResourceType type = at.type();
    if (type.custom() || caller.isMaster() || !Policy.RESOURCES.contains(type.resource())) {
      return;
    }
    switch (type.resource()) {
      case Policy.ROLES -> {
        if (changed(next, live, "rules")) {
          checkRules(at, Rule.listOf(next.path("rules")));
        }
      }
      case Policy.CLUSTER_ROLES -> {
        if (changed(next, live, "rules") || changed(next, live, "aggregationRule")) {
          checkRules(at, authorizer.roleRules(at.cluster(), next));
        }
        if (next.path("aggregationRule").size() > 0 && changed(next, live, "aggregationRule")) {
          checkRules(at, List.of(Rule.EVERY_RESOURCE, Rule.EVERY_PATH));
        }
        // Labels can put a role into another one that gathers.
        if (live != null && labelsChanged(next, live)) {
          checkRules(at, authorizer.roleRules(at.cluster(), next));
        }
      }
      default -> {
        if (changed(next, live, "subjects") || changed(next, live, "roleRef")) {
          checkBinding(at, next);
        }
      }
    }
  }

  private static boolean changed(ObjectNode next, @Nullable ObjectNode live, String field) {
    return live == null || !Json.same(next.get(field), live.get(field));
  }

  private static boolean labelsChanged(ObjectNode next, ObjectNode live) {
    return !Json.same(Json.at(next, "metadata", "labels"), Json.at(live, "metadata", "labels"));
  }

  private void checkRules(Address at, List<Rule> wanted) {
    var escalate =
        new Deed.OnResource(
            at.cluster(),
            "escalate",
            at.type().group(),
            at.type().plural(),
            "",
            at.namespace(),
            at.name());
    if (authorizer.decide(caller, escalate).allowed()) {
      return;
    }
    refuseBeyond(at, wanted);
  }

  private void checkBinding(Address at, ObjectNode binding) {
    String kind = Json.textOrEmpty(binding, "roleRef", "kind");
    String name = Json.textOrEmpty(binding, "roleRef", "name");
    var bind =
        new Deed.OnResource(
            at.cluster(),
            "bind",
            at.type().group(),
            kind.equals("ClusterRole") ? "clusterroles" : "roles",
            "",
            at.namespace(),
            name);
    if (authorizer.decide(caller, bind).allowed()) {
      return;
    }
    List<Rule> rules = authorizer.roleRules(at.cluster(), kind, at.namespace(), name);
    if (rules.isEmpty()) {
      // What does not exist yet could become anything.
      throw refusal(at, "the role \"" + name + "\" is not there or empty");
    }
    refuseBeyond(at, rules);
  }

  private void refuseBeyond(Address at, List<Rule> wanted) {
    List<Rule> missing =
        Rule.beyond(authorizer.rules(caller, at.cluster(), at.namespace()), wanted);
    if (!missing.isEmpty()) {
      throw refusal(
          at,
          missing.stream()
              .limit(10)
              .map(rule -> Json.text(rule.tree()))
              .collect(Collectors.joining("; ")));
    }
  }

  private Failure refusal(Address at, String missing) {
    return Failure.forbidden(
        at.type().target(at.name()),
        "user \"%s\" is attempting to grant RBAC permissions not currently held: %s"
            .formatted(caller.name(), missing),
        List.of());
  }
}
