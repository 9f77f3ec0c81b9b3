package dev.fleetwright.hub.placement;

import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Definitions.Definition;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.NeverDownsynced;
import dev.fleetwright.placement.Reach;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Sees to it that all kinds are watched that a policy can reach or a Binding refers to. */
public final class TypesReconciler implements Reconciler<String> {

  /** There is only one thing to do. */
  public static final String KEY = "kinds";

  private final Caches caches;
  private final ObjectWatches watches;
  private final PlacementView view;
  private final Bound bound;
  private final Supplier<List<Definition>> definitions;
  private final AtomicBoolean stale = new AtomicBoolean(true);

  /**
   * @param definitions starts to watch them with the first call
   */
  public TypesReconciler(
      Caches caches,
      ObjectWatches watches,
      PlacementView view,
      Bound bound,
      Supplier<List<Definition>> definitions) {
    this.caches = caches;
    this.watches = watches;
    this.view = view;
    this.bound = bound;
    this.definitions = definitions;
  }

  /** The server may serve other kinds by now. */
  public void definitionsChanged() {
    stale.set(true);
  }

  @Override
  public Optional<Instant> reconcile(String key) {
    if (caches.bindingPolicies().all().isEmpty() && bound.bindings().isEmpty()) {
      watches.follow(_ -> false);
      return Optional.empty();
    }
    List<Definition> defined = definitions.get();
    if (stale.getAndSet(false)) {
      try {
        watches.discover();
      } catch (RuntimeException e) {
        stale.set(true);
        throw e;
      }
    }
    List<BindingPolicySpec> policies = view.inForce();
    Set<Bound.Kind> referenced = new HashSet<>();
    bound.bindings().forEach(binding -> referenced.addAll(bound.kinds(binding)));
    boolean namespaces = policies.stream().anyMatch(Reach::readsNamespaces);
    watches.follow(type ->
        NeverDownsynced.reason(type.group(), type.resource()).isEmpty()
            && (referenced.contains(new Bound.Kind(type.group(), type.resource()))
                || (namespaces && BindingReconciler.isNamespaces(type))
                || policies.stream().anyMatch(policy -> Reach.includes(policy, type))));
    if (defined.stream().anyMatch(this::isNotServedYet)) {
      stale.set(true);
      throw new IllegalStateException("a definition that is established is not served yet");
    }
    return watches.nextTry();
  }

  /** A server may say that a definition is established a moment before it serves it. */
  private boolean isNotServedYet(Definition definition) {
    return definition.served() && !watches.serves(definition.group(), definition.resource());
  }
}
