package dev.fleetwright.hub;

import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Definitions;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.objects.ObjectWriter;
import dev.fleetwright.hub.placement.BindingReconciler;
import dev.fleetwright.hub.placement.BindingStatusReconciler;
import dev.fleetwright.hub.placement.Bound;
import dev.fleetwright.hub.placement.Delivery;
import dev.fleetwright.hub.placement.DeliveryLedger;
import dev.fleetwright.hub.placement.DeliveryReconciler;
import dev.fleetwright.hub.placement.PlacementView;
import dev.fleetwright.hub.placement.PolicyWishes;
import dev.fleetwright.hub.placement.SingletonReconciler;
import dev.fleetwright.hub.placement.TransformReconciler;
import dev.fleetwright.hub.placement.TransformShelf;
import dev.fleetwright.hub.placement.TypesReconciler;
import dev.fleetwright.hub.queue.Backoff;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.hub.status.BoundStatusReconciler;
import dev.fleetwright.hub.status.ChangedRows;
import dev.fleetwright.hub.status.CollectorReconciler;
import dev.fleetwright.hub.status.CombinedKey;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.status.CollectorLibrary;

/**
 * From BindingPolicies to works, and from reports to statuses: the parts, and the queues between
 * them. {@link PlacementTriggers} says which change is work for which queue.
 */
final class PlacementFlow {

  final Caches caches;
  final Definitions definitions;
  final ObjectWatches watches;
  final PlacementView view;
  final Bound bound = new Bound();
  final PolicyWishes wishes = new PolicyWishes();
  final TransformShelf transforms;
  final CollectorLibrary library = new CollectorLibrary();
  final ChangedRows changedRows = new ChangedRows();
  final DeliveryReconciler deliver;
  final TypesReconciler follow;
  final CollectorReconciler collect;
  final KeyedQueue<String> kinds;
  final KeyedQueue<String> policies;
  final KeyedQueue<Delivery> deliveries;
  final KeyedQueue<String> bindingStatuses;
  final KeyedQueue<ObjectKey> singletons;
  final KeyedQueue<CombinedKey> combinations;
  final KeyedQueue<String> collectors;
  final KeyedQueue<String> transformStatuses;

  private final HubConfig config;
  private final Writer writer;
  private final DeliveryLedger ledger = new DeliveryLedger();
  private final PlacementTriggers triggers;

  PlacementFlow(HubConfig config, Caches caches, Writer writer) {
    this.config = config;
    this.caches = caches;
    this.writer = writer;
    this.kinds = queue();
    this.policies = queue();
    this.deliveries = queue();
    this.bindingStatuses = queue();
    this.singletons = queue();
    this.combinations = queue();
    this.collectors = queue();
    this.transformStatuses = queue();
    this.triggers = new PlacementTriggers(this, config.clock());
    this.definitions = new Definitions(config.client(), triggers::definitionsChanged);
    this.watches = new ObjectWatches(config.client(), triggers, config.clock());
    this.view = new PlacementView(caches, watches);
    this.transforms = new TransformShelf(caches);
    this.deliver =
        new DeliveryReconciler(
            caches, writer, watches, view, transforms, bound, wishes, ledger, triggers::delivered);
    this.follow = new TypesReconciler(caches, watches, view, bound, definitions::all);
    this.collect = new CollectorReconciler(caches, writer, library);
    triggers.connect();
  }

  private <K> KeyedQueue<K> queue() {
    return new KeyedQueue<>(config.clock(), Backoff.DEFAULT);
  }

  /** Hands a queue and who works it off to the hub. */
  interface Loops {
    <K> void start(String name, KeyedQueue<K> queue, Reconciler<K> reconciler, int workers);
  }

  /** Begins, once the caches have everything. */
  void start(Loops loops) {
    // What the caches have tell of may come late; nothing may be decided on a part of it.
    triggers.load();
    SingletonReconciler single =
        new SingletonReconciler(
            caches,
            watches,
            new ObjectWriter(config.client(), config.fence(), watches),
            bound,
            policies::add,
            config.clock());
    int workers = config.workers();
    loops.start("kinds", kinds, follow, 1);
    loops.start(
        "policies",
        policies,
        new BindingReconciler(
            caches, writer, view, watches, single, library, wishes, triggers::take, config.clock()),
        2);
    loops.start("deliveries", deliveries, deliver, workers);
    loops.start(
        "bindings",
        bindingStatuses,
        new BindingStatusReconciler(caches, writer, ledger, config.clock()),
        1);
    loops.start("singletons", singletons, single, 2);
    loops.start(
        "combinations",
        combinations,
        new BoundStatusReconciler(
            caches, writer, watches, bound, library, changedRows, config.clock()),
        workers);
    loops.start("collectors", collectors, collect, 1);
    loops.start(
        "transforms", transformStatuses, new TransformReconciler(caches, writer, transforms), 1);
    kinds.add(TypesReconciler.KEY);
  }

  /** Nothing is heard of any more. */
  void close() {
    watches.close();
    definitions.close();
  }
}
