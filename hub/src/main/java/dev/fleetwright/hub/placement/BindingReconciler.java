package dev.fleetwright.hub.placement;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Failures;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.placement.PlacementView.Decision;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.NeverDownsynced;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Reach;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingPolicyStatus;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.status.CollectorLibrary;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the Binding of each BindingPolicy, under its name, and the policy's status. */
public final class BindingReconciler implements Reconciler<String> {

  private final Caches caches;
  private final Writer writer;
  private final PlacementView view;
  private final ObjectWatches watches;
  private final SingletonReconciler singletons;
  private final CollectorLibrary library;
  private final PolicyWishes wishes;
  private final Consumer<String> accepted;
  private final InstantSource clock;

  /**
   * @param accepted hears of Bindings that stay as they are although something else was wanted
   */
  public BindingReconciler(
      Caches caches,
      Writer writer,
      PlacementView view,
      ObjectWatches watches,
      SingletonReconciler singletons,
      CollectorLibrary library,
      PolicyWishes wishes,
      Consumer<String> accepted,
      InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.view = view;
    this.watches = watches;
    this.singletons = singletons;
    this.library = library;
    this.wishes = wishes;
    this.accepted = accepted;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(String name) {
    BindingPolicy policy = caches.bindingPolicies().get("", name);
    Binding existing = caches.objectBindings().get("", name);
    if (policy == null || policy.isMarkedForDeletion()) {
      if (wishes.put(name, null) != null && existing != null && !isMadeByPolicy(existing)) {
        accepted.accept(name);
      }
      if (existing != null && isMadeByPolicy(existing) && !existing.isMarkedForDeletion()) {
        singletons.withdraw(name, existing.getSpec(), null);
        writer.delete(existing);
      }
      return Optional.empty();
    }
    Decision decision = view.decide(name).orElse(null);
    if (decision == null || !watches.isDiscovered() || isLoading(decision)) {
      // What is missing tells when it is there.
      return Optional.empty();
    }
    BindingSpec before = existing == null ? null : existing.getSpec();
    BindingSpec wanted =
        decision
            .inForce()
            .map(spec ->
                BindingReferences.keepingUnread(
                    decision.binding(), before, (group, resource) -> isRead(spec, group, resource)))
            .orElse(before);
    List<String> troubles = new ArrayList<>(unreadable(decision, before));
    troubles.addAll(singletons.refusals(name));
    Binding now = existing;
    KubernetesClientException refused = null;
    if (wanted == null || isFulfilled(existing, wanted, policy)) {
      boolean wasForeign = wishes.isForeign(name, before);
      wishes.put(name, wanted);
      singletons.recant(name);
      if (wasForeign) {
        accepted.accept(name);
      }
    } else {
      singletons.withdraw(name, before, wanted);
      BindingSpec lastWish = wishes.put(name, wanted);
      try {
        now = writer.apply(object(policy, wanted), Binding.class, caches.objectBindings());
      } catch (KubernetesClientException e) {
        wishes.put(name, lastWish);
        accepted.accept(name);
        if (Failures.isConflict(e)) {
          throw e;
        }
        refused = e;
        troubles.add("the Binding cannot be written: " + e.getMessage());
      }
    }
    report(policy, decision.problems(), troubles, now);
    if (refused != null) {
      throw refused;
    }
    return Optional.empty();
  }

  /** Whether a Binding is a policy's and goes with it; others are somebody's own. */
  public static boolean isMadeByPolicy(Binding binding) {
    return binding.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner ->
            owner.getKind().equals("BindingPolicy")
                && owner.getName().equals(binding.getMetadata().getName()));
  }

  private boolean isLoading(Decision decision) {
    return decision
        .inForce()
        .filter(spec ->
            watches.kinds().stream()
                .filter(type -> Reach.includes(spec, type) || isNeededNamespace(spec, type))
                .anyMatch(type -> watches.isLoading(type.group(), type.resource())))
        .isPresent();
  }

  private static boolean isNeededNamespace(BindingPolicySpec spec, ResourceType type) {
    return Reach.readsNamespaces(spec) && isNamespaces(type);
  }

  static boolean isNamespaces(ResourceType type) {
    return type.group().isEmpty() && type.resource().equals("namespaces");
  }

  /** Whether all that the policy can take of a kind is known. */
  private boolean isRead(BindingPolicySpec spec, String group, String resource) {
    boolean outOfReach =
        NeverDownsynced.reason(group, resource).isPresent()
            || watches.kinds().stream()
                .anyMatch(type ->
                    type.group().equals(group)
                        && type.resource().equals(resource)
                        && !Reach.includes(spec, type));
    return outOfReach
        || (watches.isRead(group, resource)
            && (!Reach.readsNamespaces(spec) || watches.isRead("", "namespaces")));
  }

  private List<String> unreadable(Decision decision, @Nullable BindingSpec before) {
    BindingPolicySpec spec = decision.inForce().orElse(null);
    if (spec == null) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (ResourceType type : watches.kinds()) {
      if (isMissed(spec, type, before)) {
        watches
            .failure(type.group(), type.resource())
            .ifPresent(why ->
                found.add(
                    new ObjectKey(type.group(), type.resource(), "", "").toString().strip()
                        + " cannot be read, so "
                        + (before == null ? "none are placed: " : "what was placed of them stays: ")
                        + why));
      }
    }
    return found;
  }

  /**
   * Whether it matters that a kind cannot be read. A hub may be allowed to read some kinds only,
   * and a policy that names labels alone means those.
   */
  private static boolean isMissed(
      BindingPolicySpec spec, ResourceType type, @Nullable BindingSpec before) {
    boolean named =
        Reach.includes(spec, type)
            && spec.downsync().stream()
                .anyMatch(clause -> clause.resources().contains(type.resource()));
    boolean placed =
        before != null
            && BindingReferences.of(before).keySet().stream()
                .anyMatch(key ->
                    key.group().equals(type.group()) && key.resource().equals(type.resource()));
    return named || placed || isNeededNamespace(spec, type);
  }

  private static boolean isFulfilled(
      @Nullable Binding existing, BindingSpec wanted, BindingPolicy policy) {
    return existing != null
        && existing.getSpec() != null
        && PolicyWishes.isSame(existing.getSpec(), wanted)
        && existing.getMetadata().getOwnerReferences().stream()
            .anyMatch(owner -> policy.getMetadata().getUid().equals(owner.getUid()));
  }

  private static Binding object(BindingPolicy policy, BindingSpec spec) {
    Binding binding = new Binding();
    binding.setMetadata(
        new ObjectMetaBuilder()
            .withName(policy.getMetadata().getName())
            .addToOwnerReferences(
                new OwnerReferenceBuilder()
                    .withApiVersion(policy.getApiVersion())
                    .withKind(policy.getKind())
                    .withName(policy.getMetadata().getName())
                    .withUid(policy.getMetadata().getUid())
                    .withController(true)
                    .withBlockOwnerDeletion(true)
                    .build())
            .build());
    binding.setSpec(spec);
    return binding;
  }

  private void report(
      BindingPolicy policy, List<Problem> problems, List<String> troubles, @Nullable Binding now) {
    Long generation = policy.getMetadata().getGeneration();
    BindingPolicyStatus status =
        PolicyStatuses.of(
            policy.getStatus(),
            generation == null ? 0 : generation,
            problems,
            troubles,
            collectors(PlacementView.specOf(policy)),
            now,
            clock.instant());
    if (!status.equals(policy.getStatus())) {
      BindingPolicy changed = new BindingPolicy();
      changed.setMetadata(policy.getMetadata());
      changed.setSpec(policy.getSpec());
      changed.setStatus(status);
      writer.status(changed, BindingPolicy.class, caches.bindingPolicies());
    }
  }

  /** What is wrong with the collectors that a policy names. */
  private SortedMap<String, String> collectors(BindingPolicySpec spec) {
    SortedMap<String, String> wrong = new TreeMap<>();
    spec.downsync().stream()
        .flatMap(clause -> clause.statusCollectors().stream())
        .distinct()
        .forEach(name -> {
          List<Problem> problems = library.problems(name);
          if (!problems.isEmpty()) {
            boolean missing = caches.collectors().get("", name) == null;
            wrong.put(
                name,
                missing
                    ? Objects.requireNonNull(problems.getFirst()).message()
                    : "the StatusCollector "
                        + name
                        + " has mistakes: "
                        + Conditions.line(problems.getFirst()));
          }
        });
    return wrong;
  }
}
