package dev.fleetwright.hub;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.StatusCollector;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.placement.BindingReconciler;
import dev.fleetwright.hub.placement.Bound;
import dev.fleetwright.hub.placement.Delivery;
import dev.fleetwright.hub.placement.DeliveryReconciler;
import dev.fleetwright.hub.placement.SingletonReconciler;
import dev.fleetwright.hub.placement.TypesReconciler;
import dev.fleetwright.hub.status.CombinedKey;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.Modulation;
import dev.fleetwright.placement.work.Deliveries.Sight;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which change is work for whom, as far as policies are concerned. */
final class PlacementTriggers implements ObjectWatches.Listener {

  /** Clusters answer one after the other; their answers are written together. */
  private static final Duration TOGETHER = Duration.ofMillis(200);

  private final PlacementFlow flow;
  private final InstantSource clock;

  PlacementTriggers(PlacementFlow flow, InstantSource clock) {
    this.flow = flow;
    this.clock = clock;
  }

  void connect() {
    flow.caches
        .bindingPolicies()
        .onChange((before, now) -> {
          if (isMoreThanStatus(before, now)) {
            policyChanged(name(before, now));
          }
        });
    flow.caches.objectBindings().onChange(this::bindingChanged);
    flow.caches.clusters().onChange(this::clusterChanged);
    flow.caches.clusterProperties().onChange((before, now) -> redeliverTo(name(before, now)));
    flow.caches.works().onChange(this::workChanged);
    flow.caches.workStatuses().onChange((before, now) -> reported(existing(before, now)));
    flow.caches.collectors().onChange(this::collectorChanged);
    flow.caches
        .combined()
        .onChange((before, now) ->
            CombinedKey.parse(
                    Indexes.annotation(existing(before, now), Indexes.COMBINES_ANNOTATION))
                .ifPresent(flow.combinations::add));
    flow.caches
        .transforms()
        .onChange((before, now) -> {
          if (isMoreThanStatus(before, now)) {
            transformsChanged();
          }
        });
  }

  /** Takes in everything that there is. */
  void load() {
    flow.collect.load();
    flow.transforms.load();
    flow.view.load();
    for (Binding binding : flow.caches.objectBindings().all()) {
      String name = binding.getMetadata().getName();
      if (isWanted(name)
          && BindingReconciler.isMadeByPolicy(binding)
          && binding.getSpec() != null) {
        flow.wishes.assume(name, binding.getSpec());
      }
      take(name);
    }
  }

  private void policyChanged(String name) {
    flow.view.policy(name).forEach(flow.policies::add);
    if (flow.caches.objectBindings().get("", name) == null) {
      take(name);
    }
    flow.policies.add(name);
    flow.kinds.add(TypesReconciler.KEY);
  }

  private void bindingChanged(@Nullable Binding before, @Nullable Binding now) {
    String name = name(before, now);
    // Its policy tells what became of it, and puts it back when somebody has changed it.
    flow.policies.add(name);
    if (isMoreThanStatus(before, now)) {
      take(name);
      flow.bindingStatuses.add(name);
      flow.kinds.add(TypesReconciler.KEY);
    }
  }

  /** Takes in a Binding as it is now, unless somebody has changed it against its policy. */
  synchronized void take(String name) {
    Binding binding = flow.caches.objectBindings().get("", name);
    if (binding == null && isWanted(name)) {
      // Somebody has deleted it; its policy makes it anew, and nothing has to go meanwhile.
      return;
    }
    BindingSpec spec = binding == null || binding.isMarkedForDeletion() ? null : binding.getSpec();
    if (flow.wishes.isForeign(name, spec)) {
      // Its policy puts it back, and nothing moves meanwhile.
      return;
    }
    Bound.Change change = flow.bound.put(name, spec);
    flow.deliver.invalidate(name);
    change.clusters().forEach(cluster -> flow.deliveries.add(new Delivery(name, cluster)));
    change.objects().forEach((key, modulation) -> sentOtherwise(name, key, modulation));
  }

  private boolean isWanted(String policy) {
    BindingPolicy found = flow.caches.bindingPolicies().get("", policy);
    return found != null && !found.isMarkedForDeletion();
  }

  private void sentOtherwise(String binding, ObjectKey key, Modulation modulation) {
    if (!modulation.statusCollectors().isEmpty()) {
      combineAll(new CombinedKey(binding, key));
    }
    if (modulation.wantSingletonReportedState()) {
      flow.singletons.add(key);
    }
  }

  private void combineAll(CombinedKey key) {
    flow.changedRows.all(key);
    flow.combinations.add(key);
  }

  private void clusterChanged(@Nullable ManagedCluster before, @Nullable ManagedCluster now) {
    String name = name(before, now);
    boolean same =
        before != null
            && now != null
            && before.isMarkedForDeletion() == now.isMarkedForDeletion()
            && Objects.equals(before.getMetadata().getLabels(), now.getMetadata().getLabels())
            && Objects.equals(
                before.getMetadata().getAnnotations(), now.getMetadata().getAnnotations())
            && (before.getStatus() == null
                ? now.getStatus() == null
                : now.getStatus() != null
                    && before.getStatus().clusterClaims().equals(now.getStatus().clusterClaims()));
    if (!same) {
      flow.view.cluster(name).forEach(flow.policies::add);
      redeliverTo(name);
    }
  }

  private void redeliverTo(String cluster) {
    flow.bound
        .bindingsTo(cluster)
        .forEach(binding -> flow.deliveries.add(new Delivery(binding, cluster)));
  }

  private void workChanged(@Nullable ManifestWork before, @Nullable ManifestWork now) {
    Optional<Delivery> delivery = DeliveryReconciler.of(existing(before, now));
    delivery.ifPresent(found -> {
      if (isMoreThanStatus(before, now)) {
        flow.deliveries.add(found);
      }
      told(found.binding());
    });
  }

  /** A delivery went otherwise than before. */
  void delivered(String binding) {
    told(binding);
  }

  private void told(String binding) {
    flow.bindingStatuses.addAt(binding, clock.instant().plus(TOGETHER));
  }

  private void reported(WorkStatus report) {
    ObjectKey key = Indexes.keyOf(report);
    String cluster = report.getMetadata().getNamespace();
    for (String binding : flow.bound.bindingsOf(key)) {
      flow.bound
          .reference(binding, key)
          .filter(reference -> reference.clusters().contains(cluster))
          .ifPresent(reference -> {
            if (!reference.modulation().statusCollectors().isEmpty()) {
              CombinedKey combined = new CombinedKey(binding, key);
              flow.changedRows.row(combined, cluster);
              flow.combinations.add(combined);
            }
            if (reference.modulation().wantSingletonReportedState()) {
              flow.singletons.add(key);
            }
          });
    }
  }

  private void collectorChanged(@Nullable StatusCollector before, @Nullable StatusCollector now) {
    if (!isMoreThanStatus(before, now)) {
      return;
    }
    String name = name(before, now);
    flow.collect.take(name);
    flow.collectors.add(name);
    flow.caches.bindingPolicies().all().stream()
        .filter(policy ->
            policy.getSpec() != null
                && policy.getSpec().downsync().stream()
                    .anyMatch(clause -> clause.statusCollectors().contains(name)))
        .forEach(policy -> flow.policies.add(policy.getMetadata().getName()));
    for (String binding : flow.bound.bindings()) {
      flow.bound
          .objects(binding)
          .forEach((key, modulation) -> {
            if (modulation.statusCollectors().contains(name)) {
              flow.combinations.add(new CombinedKey(binding, key));
            }
          });
    }
  }

  private void transformsChanged() {
    flow.transforms.load();
    flow.caches
        .transforms()
        .all()
        .forEach(transform -> flow.transformStatuses.add(transform.getMetadata().getName()));
    flow.bound.bindings().forEach(this::redeliver);
  }

  private void redeliver(String binding) {
    flow.deliver.invalidate(binding);
    flow.bound
        .clusters(binding)
        .forEach(cluster -> flow.deliveries.add(new Delivery(binding, cluster)));
  }

  void definitionsChanged() {
    flow.follow.definitionsChanged();
    flow.kinds.addAt(TypesReconciler.KEY, clock.instant().plus(TOGETHER));
  }

  @Override
  public void changed(ObjectKey key, boolean statusAlone) {
    flow.view.object(key).forEach(flow.policies::add);
    for (String binding : flow.bound.bindingsOf(key)) {
      flow.deliver.invalidate(binding);
      if (!statusAlone) {
        redeliver(binding);
      }
      flow.bound
          .reference(binding, key)
          .ifPresent(reference -> sentOtherwise(binding, key, reference.modulation()));
    }
    if (flow.watches.glance(key) instanceof Sight.Here(WorkloadObject object)
        && SingletonReconciler.isTouched(object)) {
      flow.singletons.add(key);
    }
  }

  @Override
  public void settled(ResourceType type) {
    flow.view.load(type);
    // Any policy may have waited for this kind.
    flow.caches
        .bindingPolicies()
        .all()
        .forEach(policy -> flow.policies.add(policy.getMetadata().getName()));
    Bound.Kind kind = new Bound.Kind(type.group(), type.resource());
    for (String binding : flow.bound.bindings()) {
      if (flow.bound.kinds(binding).contains(kind)) {
        flow.bound
            .objects(binding)
            .forEach((key, modulation) -> {
              if (isOf(key, type)) {
                sentOtherwise(binding, key, modulation);
              }
            });
        redeliver(binding);
      }
    }
    flow.watches.heads(type).stream()
        .filter(SingletonReconciler::isTouched)
        .forEach(object -> flow.singletons.add(object.key()));
  }

  private static boolean isOf(ObjectKey key, ResourceType type) {
    return key.group().equals(type.group()) && key.resource().equals(type.resource());
  }

  @Override
  public void left(ResourceType type) {
    flow.view.leave(type);
    // A kind that is not served any more has no objects.
    flow.caches
        .bindingPolicies()
        .all()
        .forEach(policy -> flow.policies.add(policy.getMetadata().getName()));
  }

  @Override
  public void refused() {
    flow.kinds.add(TypesReconciler.KEY);
  }

  /** Most writes are our own, into a status, and change nothing for us. */
  private static boolean isMoreThanStatus(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    return before == null
        || now == null
        || now.getMetadata().getGeneration() == null
        || !now.getMetadata().getGeneration().equals(before.getMetadata().getGeneration())
        || !now.getMetadata().getUid().equals(before.getMetadata().getUid())
        || before.isMarkedForDeletion() != now.isMarkedForDeletion()
        || !Objects.equals(before.getMetadata().getLabels(), now.getMetadata().getLabels())
        || !Objects.equals(
            before.getMetadata().getAnnotations(), now.getMetadata().getAnnotations())
        || !Objects.equals(
            before.getMetadata().getOwnerReferences(), now.getMetadata().getOwnerReferences());
  }

  private static <T> T existing(@Nullable T before, @Nullable T now) {
    return now != null ? now : Objects.requireNonNull(before);
  }

  private static <T extends HasMetadata> String name(@Nullable T before, @Nullable T now) {
    return existing(before, now).getMetadata().getName();
  }
}
