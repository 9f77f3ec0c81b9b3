package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Inventory;
import dev.fleetwright.agent.plan.Manifest;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.Mode;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.Outcome;
import dev.fleetwright.agent.plan.Plan;
import dev.fleetwright.agent.plan.Planner;
import dev.fleetwright.agent.plan.ResourceType;
import dev.fleetwright.agent.plan.Surroundings;
import dev.fleetwright.agent.plan.SwarmEvidence;
import dev.fleetwright.agent.plan.SwarmEvidence.Standing;
import dev.fleetwright.agent.plan.Types;
import dev.fleetwright.agent.plan.Work;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.TemplateRef;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer in one cluster. One thread takes its tasks one after the other, so claims,
 * inventories and reports need no locks; other threads only leave tasks and goals.
 */
final class ClusterAgent implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterAgent.class);

  /** Something is not done yet; the task comes again. */
  static final class NotYet extends Exception {
    NotYet(String message) {
      super(message, null, false, false);
    }
  }

  private final String name;
  private final Mailbox mailbox;
  private final Swarms swarms;
  private final Gate loading;
  private final AgentConfig.Timing timing;
  private final ServedTypes types;
  private final Inventories inventories;
  private final KindWatches watches;
  private final Execution execution;
  private final Reports reports;
  private final TaskQueue<Task> queue;
  private final Thread worker;

  private final Map<String, Goal> goals = new ConcurrentHashMap<>();
  private final Map<String, Map<String, String>> actuators = new ConcurrentHashMap<>();

  /** Which work an applied object belongs to, for the threads that hear of changes. */
  private volatile Map<ObjectId, String> owners = Map.of();

  /** Works that have an object by another work's hands, for the same threads. */
  private final Map<ObjectId, Set<String>> sharers = new ConcurrentHashMap<>();

  // Only the worker touches these.
  private final Map<String, Work> works = new TreeMap<>();
  private final Map<String, Standing> standings = new HashMap<>();
  private final Map<String, Evidence> reported = new HashMap<>();
  private final Set<String> hosted = new HashSet<>();
  private final Set<String> conflicted = new HashSet<>();
  private boolean loaded;

  ClusterAgent(
      String name,
      KubernetesClient cluster,
      Mailbox mailbox,
      Swarms swarms,
      Gate loading,
      Clock clock,
      AgentConfig.Timing timing) {
    this.name = name;
    this.mailbox = mailbox;
    this.swarms = swarms;
    this.loading = loading;
    this.timing = timing;
    this.types = new ServedTypes(cluster);
    this.inventories = new Inventories(cluster);
    this.watches = new KindWatches(cluster, this::objectChanged);
    this.execution = new Execution(new TargetCluster(cluster), types, inventories, watches);
    this.reports = new Reports(mailbox, clock);
    this.queue = new TaskQueue<>(timing.firstRetry(), timing.longestRetry());
    this.worker = Thread.ofVirtual().name("agent-" + name).unstarted(this::work);
  }

  void start() {
    queue.add(new Task.Load());
    worker.start();
  }

  /** The mailbox has been read, or a work of it has changed. */
  void mailboxRead() {
    queue.add(new Task.Load());
  }

  void workChanged(String work) {
    queue.add(new Task.Work(work), timing.debounce());
  }

  void pursue(Goal goal) {
    goals.put(goal.swarmId(), goal);
    queue.add(new Task.Swarm(goal.swarmId()));
  }

  private void objectChanged(ObjectId id) {
    String owner = owners.get(id);
    if (owner != null) {
      queue.add(new Task.Work(owner), timing.debounce());
    }
    sharers
        .getOrDefault(id, Set.of())
        .forEach(work -> queue.add(new Task.Work(work), timing.debounce()));
  }

  private void noteShares(String workName, Set<ObjectId> shared) {
    shared.forEach(
        id -> sharers.computeIfAbsent(id, _ -> ConcurrentHashMap.newKeySet()).add(workName));
    sharers.forEach((id, works) -> {
      if (!shared.contains(id) && works.remove(workName) && works.isEmpty()) {
        sharers.remove(id);
      }
    });
  }

  @Override
  public void close() {
    queue.close();
    worker.interrupt();
    try {
      worker.join(java.time.Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    watches.close();
  }

  private void work() {
    try {
      for (Task task = queue.take(); task != null; task = queue.take()) {
        run(task);
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void run(Task task) throws InterruptedException {
    try {
      take(task);
      queue.succeeded(task);
    } catch (NotYet e) {
      LOG.debug("{}: {} comes again: {}", name, task, e.getMessage());
      queue.failed(task);
    } catch (IOException | RuntimeException e) {
      if (Thread.currentThread().isInterrupted() || worker.isInterrupted()) {
        throw new InterruptedException();
      }
      if (Failures.isConflict(e)) {
        // Somebody wrote meanwhile; the next try reads that.
        LOG.debug("{}: {} conflicts and is tried again", name, task);
      } else {
        LOG.warn("{}: {} failed and is tried again: {}", name, task, e.getMessage());
        LOG.debug("{}: {}", name, task, e);
      }
      // What was read may be what was wrong.
      if (e instanceof Inventories.Stale) {
        loaded = false;
        queue.add(new Task.Load());
      }
      queue.failed(task);
    }
  }

  private void take(Task task) throws IOException, NotYet, InterruptedException {
    switch (task) {
      case Task.Load() -> {
        if (!mailbox.isRead()) {
          throw new NotYet("the mailbox is not read yet");
        }
        try (Gate.Pass _ = loading.enter()) {
          load();
        }
      }
      case Task.Work(String work) -> {
        if (loaded) {
          bringAbout(work);
        }
      }
      case Task.Swarm(String swarmId) -> {
        if (loaded) {
          reported.remove(swarmId);
          List<Work> all = worksOf(swarmId);
          all.forEach(work -> queue.add(new Task.Work(work.name())));
          leftovers(swarmId).forEach(work -> queue.add(new Task.Work(work)));
          report(swarmId);
        }
      }
      case Task.Forget(String swarmId) -> forget(swarmId);
      case Task.Sweep(String swarmId) -> sweep(swarmId);
    }
  }

  /** Nothing is decided before all inventories and all works were read. */
  private void load() throws IOException {
    if (!loaded) {
      inventories.load();
      reports.load();
      ownersChanged();
      loaded = true;
    }
    works.clear();
    for (String work : mailbox.workNames()) {
      mailbox.work(work).ifPresent(object -> works.put(work, Work.read(object, name)));
    }
    works.values().stream()
        .sorted(Work.OLDEST_FIRST)
        .forEach(work -> queue.add(new Task.Work(work.name())));
    inventories.all().stream()
        .map(Inventory::work)
        .filter(work -> !works.containsKey(work))
        .forEach(work -> queue.add(new Task.Work(work)));
    for (Work work : works.values()) {
      if (work.swarmId() != null) {
        host(work.swarmId());
      }
    }
    swarms.known(name).forEach(this::host);
  }

  private void host(String swarmId) {
    if (hosted.add(swarmId)) {
      swarms.host(name, swarmId);
    }
  }

  private void bringAbout(String workName) throws NotYet {
    types.forgetMissing();
    Optional<ObjectNode> found = mailbox.work(workName);
    if (found.isEmpty()) {
      workIsGone(workName);
      return;
    }
    ObjectNode object = found.get();
    Work work = Work.read(object, name);
    Work before = works.put(workName, work);
    if (work.swarmId() != null) {
      host(work.swarmId());
      if (before == null || !Objects.equals(before.template(), work.template())) {
        // The content of a swarm is complete, or not, by all of its works together.
        worksOf(work.swarmId()).stream()
            .filter(other -> !other.name().equals(workName))
            .forEach(other -> queue.add(new Task.Work(other.name())));
      }
    }
    Goal goal = work.swarmId() == null ? null : goals.get(work.swarmId());
    Mode mode = work.deleting() ? Mode.REMOVE : mode(work, goal);
    if ((mode == Mode.RUN || mode == Mode.HALT) && !work.hasFinalizer()) {
      object = mailbox.addFinalizer(object);
      work = Work.read(object, name);
    }
    if (mode == Mode.HOLD) {
      report(work.swarmId());
      reports.write(object, work, mode, List.of(), List.of());
      return;
    }
    Plan plan =
        Planner.plan(
            work,
            mode,
            manifest -> runs(goal, manifest),
            inventories.of(workName).orElse(null),
            around(workName, work.swarmId()));
    noteShares(workName, plan.shared());
    Execution.Result result = execution.carryOut(plan, workName);
    ownersChanged();
    settle(object, work, mode, goal, result);
  }

  private void settle(
      ObjectNode object, Work work, Mode mode, @Nullable Goal goal, Execution.Result result)
      throws NotYet {
    String workName = work.name();
    standings.put(
        workName,
        new Standing(goal == null ? 0 : goal.generation(), result.outcomes(), result.left()));
    noteConflicts(workName, result);
    // The bus first: the hub may be cut off, and its API with it.
    report(work.swarmId());
    if (work.deleting() && result.left().isEmpty()) {
      reports.forget(workName);
      inventories.delete(workName);
      if (work.hasFinalizer()) {
        mailbox.removeFinalizer(object);
      }
      standings.remove(workName);
      report(work.swarmId());
    } else {
      reports.write(object, work, mode, result.outcomes(), result.left());
      reports.returned(work, result.outcomes());
    }
    if (result.isUnfinished()) {
      throw new NotYet("something is left to do for " + workName);
    }
  }

  /** Whoever waits for an object may have it as soon as it is free. */
  private void noteConflicts(String workName, Execution.Result result) {
    if (result.hasConflict()) {
      conflicted.add(workName);
    } else {
      conflicted.remove(workName);
    }
    if (result.released()) {
      conflicted.stream()
          .filter(other -> !other.equals(workName))
          .forEach(other -> queue.add(new Task.Work(other)));
    }
    result.heirs().forEach(heir -> queue.add(new Task.Work(heir)));
  }

  /** A work that went without waiting for us: what it has left is removed all the same. */
  private void workIsGone(String workName) throws NotYet {
    noteShares(workName, Set.of());
    Work last = works.remove(workName);
    Inventory inventory = inventories.of(workName).orElse(null);
    if (inventory == null) {
      standings.remove(workName);
      conflicted.remove(workName);
      reports.forget(workName);
      if (last != null && last.swarmId() != null) {
        report(last.swarmId());
        forgetWhenUnused(last.swarmId());
      }
      return;
    }
    // The watch may be behind; a work that is there must not lose its objects.
    if (mailbox.readWork(workName).isPresent()) {
      throw new NotYet("the watch of the mailbox is behind");
    }
    Work gone = Work.gone(workName, inventory.created(), inventory.swarmId());
    Plan plan = Planner.plan(gone, Mode.REMOVE, inventory, around(workName, inventory.swarmId()));
    Execution.Result result = execution.carryOut(plan, workName);
    ownersChanged();
    noteConflicts(workName, result);
    Goal goal = inventory.swarmId() == null ? null : goals.get(inventory.swarmId());
    if (result.left().isEmpty()) {
      reports.forget(workName);
      inventories.delete(workName);
      standings.remove(workName);
    } else {
      standings.put(
          workName, new Standing(goal == null ? 0 : goal.generation(), List.of(), result.left()));
    }
    report(inventory.swarmId());
    if (result.isUnfinished()) {
      throw new NotYet("something is left of " + workName);
    }
  }

  /** What is to become of a work: a world's follows its swarm, any other runs as it is. */
  private Mode mode(Work work, @Nullable Goal goal) {
    if (work.swarmId() == null) {
      return Mode.RUN;
    }
    if (goal == null) {
      return Mode.HOLD;
    }
    if (goal.run() == RunState.REMOVED) {
      return Mode.REMOVE;
    }
    TemplateRef template = goal.template();
    boolean ready =
        template != null
            && SwarmEvidence.isPartOf(template, work)
            && SwarmEvidence.isComplete(goal, worksOf(work.swarmId()));
    return ready ? Mode.of(goal.run()) : Mode.HOLD;
  }

  /** In a swarm each component has its turn; everything else runs as it is. */
  private static boolean runs(@Nullable Goal goal, Manifest manifest) {
    return goal == null || goal.keepsAlive(Marks.component(manifest.content()));
  }

  private List<Work> worksOf(String swarmId) {
    return works.values().stream().filter(work -> swarmId.equals(work.swarmId())).toList();
  }

  /** Works that are gone from the mailbox and have left something in the cluster. */
  private List<String> leftovers(String swarmId) {
    return inventories.all().stream()
        .filter(inventory ->
            swarmId.equals(inventory.swarmId()) && !works.containsKey(inventory.work()))
        .map(Inventory::work)
        .toList();
  }

  private void report(@Nullable String swarmId) {
    Goal goal = swarmId == null ? null : goals.get(swarmId);
    if (swarmId == null || goal == null) {
      return;
    }
    List<Work> all = worksOf(swarmId);
    List<@Nullable Standing> current = new ArrayList<>();
    for (Work work : all) {
      if (goal.run() == RunState.REMOVED && !inventories.of(work.name()).isPresent()) {
        continue; // nothing of it is there, and nothing ever was
      }
      current.add(standings.get(work.name()));
    }
    leftovers(swarmId).forEach(work -> current.add(standings.get(work)));
    Evidence evidence = SwarmEvidence.of(goal, SwarmEvidence.isComplete(goal, all), current);
    noteActuators(swarmId, evidence, current);
    if (!evidence.equals(reported.put(swarmId, evidence))) {
      swarms.report(swarmId, evidence);
    }
    if (evidence.stage() == Evidence.Stage.GONE) {
      forgetWhenUnused(swarmId);
    }
  }

  private void forgetWhenUnused(String swarmId) {
    if (worksOf(swarmId).isEmpty()) {
      queue.add(new Task.Forget(swarmId), timing.removedLinger());
    }
  }

  private void forget(String swarmId) {
    Goal goal = goals.get(swarmId);
    boolean removed = goal == null || goal.run() == RunState.REMOVED;
    if (removed && worksOf(swarmId).isEmpty() && leftovers(swarmId).isEmpty()) {
      swarms.unhost(swarmId);
      hosted.remove(swarmId);
      goals.remove(swarmId);
      reported.remove(swarmId);
      actuators.remove(swarmId);
      queue.add(new Task.Sweep(swarmId), swarms.retention().plus(timing.removedLinger()));
    }
  }

  private void sweep(String swarmId) throws IOException {
    if (!hosted.contains(swarmId)) {
      swarms.sweep(swarmId);
    }
  }

  /** Where the Actuator of a component is, as far as it was seen; any thread may ask. */
  Optional<String> actuator(String swarmId, String component) {
    return Optional.ofNullable(actuators.getOrDefault(swarmId, Map.of()).get(component));
  }

  private void noteActuators(String swarmId, Evidence evidence, List<@Nullable Standing> all) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Standing one : all) {
      if (one != null) {
        outcomes.addAll(one.outcomes());
      }
    }
    Map<String, String> found = new HashMap<>();
    for (Evidence.Component component : evidence.components()) {
      String url = component.actuator() ? SwarmEvidence.actuator(component.name(), outcomes) : null;
      if (url != null) {
        found.put(component.name(), url);
      }
    }
    actuators.put(swarmId, Map.copyOf(found));
  }

  private void ownersChanged() {
    Map<ObjectId, String> next = new HashMap<>();
    for (Inventory inventory : inventories.all()) {
      inventory.versions().keySet().forEach(id -> next.put(id, inventory.work()));
    }
    owners = Map.copyOf(next);
    watches.retain(next.keySet());
  }

  private Surroundings around(String workName, @Nullable String swarmId) {
    return new Surroundings() {
      @Override
      public Types types() {
        return types;
      }

      @Override
      public Optional<ObjectNode> live(ResourceType type, ObjectId id) {
        return execution.live(type, id);
      }

      @Override
      public Optional<Inventory> holder(ObjectId id) {
        return Inventory.holder(inventories.all(), id)
            .filter(inventory -> !inventory.work().equals(workName));
      }

      @Override
      public Optional<Work> work(String other) {
        return Optional.ofNullable(works.get(other));
      }

      @Override
      public Optional<Work> heir(ObjectId id) {
        return works.values().stream()
            .filter(other -> !other.name().equals(workName) && other.wants(id, types))
            .filter(other -> mayInherit(other, swarmId))
            .min(Work.OLDEST_FIRST);
      }
    };
  }

  /** A work that is on hold inherits from its own world only: nothing may be left to nobody. */
  private boolean mayInherit(Work other, @Nullable String swarmId) {
    Mode mode = mode(other, other.swarmId() == null ? null : goals.get(other.swarmId()));
    return switch (mode) {
      case RUN, HALT -> true;
      case HOLD -> other.swarmId() != null && other.swarmId().equals(swarmId);
      case REMOVE -> false;
    };
  }
}
