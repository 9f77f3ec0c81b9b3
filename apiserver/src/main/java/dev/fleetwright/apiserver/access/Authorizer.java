package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.apiserver.store.ObjectStore;
import dev.fleetwright.apiserver.store.WatchCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Decides by the RBAC objects of the logical cluster that a request is for. A change of them counts
 * from the moment its writer is answered.
 */
public final class Authorizer {
  /** What everyone may do who has a name: ask about themselves. */
  private static final List<Rule> SELF =
      List.of(
          new Rule(
              List.of("create"),
              List.of("authorization.k8s.io"),
              List.of("selfsubjectaccessreviews", "selfsubjectrulesreviews"),
              List.of(),
              List.of()),
          new Rule(
              List.of("create"),
              List.of("authentication.k8s.io"),
              List.of("selfsubjectreviews"),
              List.of(),
              List.of()));

  /** What everyone may do who is known in a cluster: look around. */
  private static final List<Rule> LOOK =
      List.of(
          new Rule(
              List.of("get"),
              List.of(),
              List.of(),
              List.of(),
              List.of(
                  "/api",
                  "/api/*",
                  "/apis",
                  "/apis/*",
                  "/healthz",
                  "/livez",
                  "/openapi",
                  "/openapi/*",
                  "/readyz",
                  "/version",
                  "/version/")));

  private final WatchCache cache;
  private final Map<String, Policy> policies = new ConcurrentHashMap<>();

  /** A decision and why. */
  public record Decision(boolean allowed, String reason) {}

  public Authorizer(ObjectStore store) {
    this.cache = store.cache();
    store.onCommit(this::forget);
  }

  private void forget(List<Event> events) {
    for (Event event : events) {
      var collection = event.object().key().collection();
      if (Policy.RESOURCES.contains(collection.resource())) {
        policies.remove(collection.cluster());
      }
    }
  }

  private Policy policy(String cluster) {
    return policies.computeIfAbsent(cluster, name -> Policy.read(cache, name));
  }

  /** Whether the caller may, and by which binding. */
  public Decision decide(Caller caller, Deed deed) {
    if (caller.isMaster()) {
      return new Decision(true, "");
    }
    String namespace = deed instanceof Deed.OnResource on ? on.namespace() : "";
    Policy policy = policy(deed.cluster());
    for (Policy.Grant grant : policy.grants(caller, namespace)) {
      boolean fits = grant.namespace().isEmpty() || deed instanceof Deed.OnResource;
      if (fits && grant.rules().stream().anyMatch(rule -> rule.allows(deed))) {
        return new Decision(
            true, "RBAC: allowed by %s to %s".formatted(grant.why(), "\"" + caller.name() + "\""));
      }
    }
    if (basics(caller, deed.cluster()).stream().anyMatch(rule -> rule.allows(deed))) {
      return new Decision(true, "RBAC: allowed to everyone who is known here");
    }
    return new Decision(false, "");
  }

  /** The clusters of others are closed: not even what they serve can be seen. */
  private List<Rule> basics(Caller caller, String cluster) {
    if (!caller.isAuthenticated()) {
      return List.of();
    }
    boolean atHome = cluster.isEmpty() || policy(cluster).knows(caller);
    return atHome ? Stream.concat(SELF.stream(), LOOK.stream()).toList() : SELF;
  }

  /** A refusal unless the caller may. */
  public void require(Caller caller, Deed deed) {
    if (!decide(caller, deed).allowed()) {
      throw denied(caller, deed);
    }
  }

  /** The refusal as clients know it. */
  public static Failure denied(Caller caller, Deed deed) {
    String why = "User \"" + caller.name() + "\" " + deed.describe();
    return switch (deed) {
      case Deed.OnResource on ->
          Failure.denied(Failure.Target.of(on.name(), on.group(), on.resource()), why);
      case Deed.OnPath _ -> Failure.denied(null, why);
    };
  }

  /** All rules that hold for the caller in a namespace; the empty one for the whole cluster. */
  List<Rule> rules(Caller caller, String cluster, String namespace) {
    if (caller.isMaster()) {
      return List.of(Rule.EVERY_RESOURCE, Rule.EVERY_PATH);
    }
    var rules = new ArrayList<Rule>();
    for (Policy.Grant grant : policy(cluster).grants(caller, namespace)) {
      for (Rule rule : grant.rules()) {
        // A path belongs to no namespace, so a binding in one gives none.
        if (grant.namespace().isEmpty() || rule.paths().isEmpty()) {
          rules.add(rule);
        }
      }
    }
    rules.addAll(basics(caller, cluster));
    return rules;
  }

  /** The rules of a role that is stored. */
  List<Rule> roleRules(String cluster, String kind, String namespace, String name) {
    return new Policy.RoleReader(cache, cluster).rules(kind, namespace, name);
  }

  /** The rules that a ClusterRole has, also before it is stored. */
  List<Rule> roleRules(String cluster, ObjectNode role) {
    return new Policy.RoleReader(cache, cluster).rulesOf(role);
  }
}
