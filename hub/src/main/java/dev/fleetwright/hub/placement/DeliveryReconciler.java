package dev.fleetwright.hub.placement;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.NeverDownsynced;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.work.Bounds;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.placement.work.Deliveries;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.placement.work.WorkOwner;
import dev.fleetwright.placement.work.Wrapped;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps the works of a Binding in the mailbox of one cluster. */
public final class DeliveryReconciler implements Reconciler<Delivery> {

  /** On a work: the whole name of its owner, which may be too long for a label. */
  public static final String OWNER = Work.OWNER_NAME;

  private final Caches caches;
  private final Writer writer;
  private final ObjectWatches watches;
  private final PlacementView view;
  private final TransformShelf transforms;
  private final Bound bound;
  private final PolicyWishes wishes;
  private final DeliveryLedger ledger;
  private final Consumer<String> news;

  /** What is the same for all clusters of a Binding. */
  private final Map<String, Deliveries> prepared = new ConcurrentHashMap<>();

  /**
   * @param news hears of Bindings whose deliveries went otherwise than before
   */
  public DeliveryReconciler(
      Caches caches,
      Writer writer,
      ObjectWatches watches,
      PlacementView view,
      TransformShelf transforms,
      Bound bound,
      PolicyWishes wishes,
      DeliveryLedger ledger,
      Consumer<String> news) {
    this.caches = caches;
    this.writer = writer;
    this.watches = watches;
    this.view = view;
    this.transforms = transforms;
    this.bound = bound;
    this.wishes = wishes;
    this.ledger = ledger;
    this.news = news;
  }

  /** Something that goes into the works of a Binding has changed. */
  public void invalidate(String binding) {
    prepared.remove(binding);
  }

  @Override
  public Optional<Instant> reconcile(Delivery delivery) {
    String name = delivery.binding();
    Binding binding = caches.objectBindings().get("", name);
    List<ManifestWork> existing =
        caches
            .works()
            .by(Indexes.OWNER, Indexes.owner(delivery.cluster(), Deliveries.ownerOf(name)));
    BindingSpec spec = binding == null || binding.isMarkedForDeletion() ? null : binding.getSpec();
    if (binding == null && isWanted(name)) {
      // It is made in a moment.
      return Optional.empty();
    }
    if (wishes.isForeign(name, spec)) {
      // It is put back in a moment, and then all of it is looked at again.
      return Optional.empty();
    }
    if (binding == null || spec == null || !spec.clusters().contains(delivery.cluster())) {
      existing.forEach(this::delete);
      tell(delivery, ledger.forget(delivery));
      return Optional.empty();
    }
    ManagedCluster cluster = caches.clusters().get("", delivery.cluster());
    if (cluster == null) {
      String error = "there is no ManagedCluster of this name; what was sent there stays";
      tell(delivery, ledger.put(delivery, new DeliveryLedger.Result(List.of(error))));
      return Optional.empty();
    }
    if (isLoading(name)) {
      // Comes again when all is read.
      return Optional.empty();
    }
    Deliveries deliveries = prepared.computeIfAbsent(name, this::prepare);
    Map<String, ManifestWorkSpec> before = new HashMap<>();
    existing.stream()
        .filter(work -> !work.isMarkedForDeletion())
        .forEach(work -> before.put(work.getMetadata().getName(), work.getSpec()));
    Wrapped wrapped = deliveries.forCluster(view.describe(cluster), before, Bounds.DEFAULT);
    write(wrapped.works(), name, existing);
    tell(
        delivery, ledger.put(delivery, new DeliveryLedger.Result(errors(wrapped, isOwn(binding)))));
    return Optional.empty();
  }

  private boolean isWanted(String policy) {
    BindingPolicy found = caches.bindingPolicies().get("", policy);
    return found != null && !found.isMarkedForDeletion();
  }

  private void tell(Delivery delivery, boolean isNews) {
    if (isNews) {
      news.accept(delivery.binding());
    }
  }

  private boolean isLoading(String binding) {
    return bound.kinds(binding).stream()
        .filter(kind -> NeverDownsynced.reason(kind.group(), kind.resource()).isEmpty())
        .anyMatch(kind -> watches.isLoading(kind.group(), kind.resource()));
  }

  private Deliveries prepare(String name) {
    Binding binding = caches.objectBindings().get("", name);
    BindingSpec spec = binding == null ? null : binding.getSpec();
    return new Deliveries(
        name,
        spec == null ? new BindingSpec(null, List.of()) : spec,
        watches::look,
        transforms.current());
  }

  /** Whether somebody wrote the Binding by hand, who wants to know what is wrong in it. */
  private static boolean isOwn(Binding binding) {
    return !BindingReconciler.isMadeByPolicy(binding);
  }

  private static List<String> errors(Wrapped wrapped, boolean own) {
    List<String> errors = new ArrayList<>();
    wrapped
        .problems()
        .forEach((key, problems) ->
            problems.stream()
                // A policy's Binding follows by itself.
                .filter(problem -> own || !problem.code().equals(Deliveries.OBJECT_NOT_FOUND))
                .forEach(problem -> errors.add(key + ": " + Conditions.line(problem))));
    return errors;
  }

  /** Works that get an object come before works that lose one, so that it can be handed over. */
  private void write(List<Work> works, String binding, List<ManifestWork> existing) {
    Map<String, ManifestWork> byName = new HashMap<>();
    existing.forEach(work -> byName.put(work.getMetadata().getName(), work));
    List<Work> changed =
        works.stream()
            .filter(work -> !isFulfilled(work, byName.get(work.name())))
            .sorted(Comparator.comparing((Work work) -> !gains(work, byName.get(work.name()))))
            .toList();
    for (Work work : changed) {
      ManifestWork there = byName.get(work.name());
      // One that is going has to be gone before it can come again.
      if (there == null || !there.isMarkedForDeletion()) {
        writer.apply(object(work, binding), ManifestWork.class, caches.works());
      }
    }
    Set<String> wanted = works.stream().map(Work::name).collect(Collectors.toSet());
    existing.stream()
        .filter(work -> !wanted.contains(work.getMetadata().getName()))
        .forEach(this::delete);
  }

  private void delete(ManifestWork work) {
    if (!work.isMarkedForDeletion()) {
      writer.delete(work);
      caches.works().forget(work);
    }
  }

  private static boolean gains(Work work, @Nullable ManifestWork there) {
    return there == null || there.getSpec().manifests().size() < work.spec().manifests().size();
  }

  private static boolean isFulfilled(Work wanted, @Nullable ManifestWork actual) {
    return actual != null
        && actual.getSpec() != null
        && wanted.digest().equals(Indexes.annotation(actual, Work.DIGEST))
        && actual.getMetadata().getLabels() != null
        && actual.getMetadata().getLabels().entrySet().containsAll(wanted.labels().entrySet())
        && wanted.spec().manifestConfigs().equals(actual.getSpec().manifestConfigs())
        && CanonicalJson.of(wanted.spec().manifests())
            .equals(CanonicalJson.of(actual.getSpec().manifests()));
  }

  private static ManifestWork object(Work work, String binding) {
    ManifestWork object = new ManifestWork();
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(work.name())
            .withNamespace(work.cluster())
            .withLabels(work.labels())
            .addToAnnotations(Work.DIGEST, work.digest())
            .addToAnnotations(OWNER, binding)
            .build());
    object.setSpec(work.spec());
    return object;
  }

  /** The delivery that a work is of; empty when it is of no Binding. */
  public static Optional<Delivery> of(ManifestWork work) {
    Map<String, String> labels = work.getMetadata().getLabels();
    WorkOwner kind = Deliveries.ownerOf("");
    if (labels == null || !kind.kind().equals(labels.get(Work.OWNER_KIND))) {
      return Optional.empty();
    }
    String whole = Indexes.annotation(work, OWNER);
    String name = whole.isEmpty() ? labels.getOrDefault(Work.OWNER_NAME, "") : whole;
    return Optional.of(new Delivery(name, work.getMetadata().getNamespace()));
  }
}
