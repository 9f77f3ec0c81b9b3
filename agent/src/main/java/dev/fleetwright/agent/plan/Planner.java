package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The desired set of a work against its inventory and what lives in the cluster. */
public final class Planner {

  private final Work work;
  private final Mode mode;
  private final Predicate<Manifest> runs;
  private final Surroundings around;
  private final List<Step> steps = new ArrayList<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private final List<Integer> halted = new ArrayList<>();
  private final Map<ObjectId, String> claims = new TreeMap<>();
  private final Set<ObjectId> wanted = new HashSet<>();
  private final Set<ObjectId> unplaced = new HashSet<>();

  private Planner(Work work, Mode mode, Predicate<Manifest> runs, Surroundings around) {
    this.work = work;
    this.mode = mode;
    this.runs = runs;
    this.around = around;
  }

  /**
   * The plan for one work.
   *
   * @param before what the work claims so far; null when it never did
   */
  public static Plan plan(Work work, Mode mode, @Nullable Inventory before, Surroundings around) {
    return plan(work, mode, _ -> mode == Mode.RUN, before, around);
  }

  /**
   * The plan for one work of which some objects run and others do not.
   *
   * @param runs which manifests are to run, in the modes that apply any
   */
  public static Plan plan(
      Work work,
      Mode mode,
      Predicate<Manifest> runs,
      @Nullable Inventory before,
      Surroundings around) {
    Inventory own = before == null ? Inventory.none(work) : before.of(work).placed(around.types());
    return new Planner(work, mode, runs, around).plan(own);
  }

  private Plan plan(Inventory own) {
    if (mode == Mode.HOLD) {
      return new Plan(own, List.of(), List.of(), List.of(), List.of());
    }
    if (mode != Mode.REMOVE && !work.deleting()) {
      work.manifests().forEach(manifest -> consider(manifest, own));
    }
    steps.sort(
        Comparator.comparingInt((Step step) -> ApplyOrder.rank(step.id()))
            .thenComparingInt(Step::ordinal));
    return new Plan(own.with(claims), steps, removals(own), refusals, halted);
  }

  private void consider(Manifest manifest, Inventory own) {
    ObjectId stated = manifest.id();
    Problem problem = manifest.problem();
    if (stated == null || problem != null) {
      if (stated != null) {
        // It is named, so it stays as it is, however wrong it is written now.
        protect(stated, manifest.version());
      }
      refuse(
          manifest,
          Refusal.INVALID,
          problem == null ? new Problem("invalid-manifest", "", "not readable", "") : problem,
          false);
      return;
    }
    Optional<ResourceType> found =
        around.types().find(stated.group(), manifest.version(), stated.kind());
    if (found.isEmpty()) {
      unplaced.add(stated);
      refuse(
          manifest,
          Refusal.UNKNOWN_KIND,
          new Problem(
              "unknown-kind",
              "",
              "the cluster does not serve "
                  + manifest.content().path("apiVersion").asText()
                  + " "
                  + stated.kind(),
              "install the definition of the kind, or correct the manifest"),
          true);
      return;
    }
    ResourceType type = found.get();
    ObjectId id = type.place(stated);
    if (wanted.contains(id)) {
      refuse(
          manifest,
          Refusal.INVALID,
          new Problem(
              "duplicate-object", "", id + " is in this work twice", "leave one of them out"),
          false);
      return;
    }
    Strategy strategy = work.strategy(type, id);
    if (strategy == Strategy.READ_ONLY) {
      steps.add(new Step.Look(manifest.ordinal(), id, type));
      return;
    }
    Optional<Inventory> holder = around.holder(id);
    if (holder.isPresent() && isShared(holder.get())) {
      steps.add(new Step.Share(manifest.ordinal(), id, type));
      return;
    }
    if (holder.isPresent()) {
      refuse(
          manifest,
          Refusal.CONFLICT,
          new Problem(
              "object-claimed",
              "",
              id + " belongs to the work " + holder.get().work() + " already",
              "take it out of one of the two works"),
          // Another part of the same world is about to give it up; a stranger may never.
          work.swarmId() != null && work.swarmId().equals(holder.get().swarmId()));
      return;
    }
    Optional<ObjectNode> content =
        runs.test(manifest) ? Optional.of(manifest.content()) : Halted.of(id, manifest.content());
    if (content.isEmpty()) {
      halted.add(manifest.ordinal());
      return;
    }
    wanted.add(id);
    claims.put(id, type.version());
    steps.add(step(manifest, id, type, strategy, content.get(), own));
  }

  /** Works of Bindings carry the objects of one hub: one of them applies it, and both have it. */
  private boolean isShared(Inventory holder) {
    return work.ofBinding() && around.work(holder.work()).filter(Work::ofBinding).isPresent();
  }

  private void protect(ObjectId stated, String version) {
    around
        .types()
        .find(stated.group(), version, stated.kind())
        .ifPresentOrElse(type -> wanted.add(type.place(stated)), () -> unplaced.add(stated));
  }

  private void refuse(Manifest manifest, String reason, Problem problem, boolean retryable) {
    refusals.add(new Refusal(manifest.ordinal(), manifest.id(), reason, problem, retryable));
  }

  private Step step(
      Manifest manifest,
      ObjectId id,
      ResourceType type,
      Strategy strategy,
      ObjectNode content,
      Inventory own) {
    int ordinal = manifest.ordinal();
    ObjectNode marked = Marks.marked(placed(content, type, id), work.name());
    Optional<ObjectNode> live = around.live(type, id);
    if (live.isPresent() && live.get().path("metadata").hasNonNull("deletionTimestamp")) {
      return new Step.Wait(ordinal, id, type, live.get());
    }
    if (strategy == Strategy.CREATE_ONLY) {
      return live.isEmpty()
          ? new Step.Create(ordinal, id, type, marked)
          : leftAlone(manifest, id, type, live.get(), own);
    }
    return live.filter(there -> Likeness.isCurrent(marked, there)).isPresent()
        ? new Step.Keep(ordinal, id, type, live.get())
        : new Step.Apply(ordinal, id, type, marked);
  }

  private static ObjectNode placed(ObjectNode content, ResourceType type, ObjectId id) {
    ObjectNode placed = content.deepCopy();
    ObjectNode metadata = placed.withObject("/metadata");
    if (type.namespaced()) {
      metadata.put("namespace", id.namespace());
    } else {
      metadata.remove("namespace");
    }
    return placed;
  }

  /** The run state is not the user's to keep: a stopped world has nothing running. */
  private Step leftAlone(
      Manifest manifest, ObjectId id, ResourceType type, ObjectNode live, Inventory own) {
    int ordinal = manifest.ordinal();
    boolean ours = own.holds(id) && Marks.isOurs(live);
    // A Binding starts and stops nothing: its scale belongs to the cluster.
    if (!ours || work.ofBinding() || WorkloadKind.of(id, live) != WorkloadKind.REPLICATED) {
      return new Step.Keep(ordinal, id, type, live);
    }
    int now = Halted.replicas(live);
    int meant = Halted.replicas(manifest.content());
    boolean run = runs.test(manifest);
    if (!run && now != 0) {
      return new Step.Scale(ordinal, id, type, scale(manifest, type, id, 0));
    }
    if (run && now == 0 && meant > 0) {
      return new Step.Scale(ordinal, id, type, scale(manifest, type, id, meant));
    }
    return new Step.Keep(ordinal, id, type, live);
  }

  private static ObjectNode scale(Manifest manifest, ResourceType type, ObjectId id, int replicas) {
    ObjectNode scaled = JsonNodeFactory.instance.objectNode();
    scaled.set("apiVersion", manifest.content().path("apiVersion"));
    scaled.put("kind", type.kind());
    ObjectNode metadata = scaled.putObject("metadata").put("name", id.name());
    if (type.namespaced()) {
      metadata.put("namespace", id.namespace());
    }
    scaled.putObject("spec").put("replicas", replicas);
    return scaled;
  }

  private List<Removal> removals(Inventory own) {
    boolean everything = mode == Mode.REMOVE || work.deleting();
    if (!everything && !work.isWhole()) {
      return List.of();
    }
    List<Removal> removals = new ArrayList<>();
    own.versions()
        .forEach((id, version) -> {
          boolean stays =
              !everything && (wanted.contains(id) || unplaced.stream().anyMatch(id::mayBe));
          if (!stays) {
            removals.add(removal(id, version));
          }
        });
    removals.sort(Comparator.comparingInt(Removal::rank).thenComparing(Removal::id).reversed());
    return removals;
  }

  private Removal removal(ObjectId id, String version) {
    // Held by an older claim: ours was only on paper.
    if (around.holder(id).isPresent()) {
      return new Removal.LetGo(id);
    }
    Optional<Work> heir = around.heir(id);
    if (heir.isPresent()) {
      return new Removal.HandOver(id, version, heir.get());
    }
    boolean orphaned =
        around
            .types()
            .find(id.group(), version, id.kind())
            .filter(type -> work.orphans(type, id))
            .isPresent();
    boolean vital =
        id.group().isEmpty()
            && id.kind().equals("Namespace")
            && Work.SYSTEM_NAMESPACES.contains(id.name());
    return orphaned || vital ? new Removal.LetGo(id) : new Removal.Delete(id, version);
  }
}
