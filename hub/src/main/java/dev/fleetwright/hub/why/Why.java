package dev.fleetwright.hub.why;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.SwarmRecord;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.BindingPhase;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.capability.matching.Verdict;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.hub.release.ReleaseObjects;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.world.Domain;
import dev.fleetwright.hub.world.Template;
import dev.fleetwright.hub.world.WorldClusters;
import dev.fleetwright.hub.world.WorldReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.release.RuleEngine;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.kinds.DecisionEntry;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a world, from its phase to the deepest reasons. Decisions are made again by the
 * cores that made them; nothing is explained by a second implementation.
 */
public final class Why {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final WorldFacts facts;
  private final ObjectKey key;
  private final ReleaseObjects releaseObjects;
  private final Snapshot snapshot;

  private Why(WorldFacts facts) {
    this.facts = facts;
    this.key =
        new ObjectKey(
            facts.world().getMetadata().getNamespace(), facts.world().getMetadata().getName());
    this.releaseObjects = ReleaseObjects.of(facts.releaseObjects());
    this.snapshot =
        releaseObjects.snapshot(
            facts.targets().stream().map(ReleaseObjects::target).filter(Objects::nonNull).toList());
  }

  public static Tree world(WorldFacts facts) {
    return new Why(facts).tree();
  }

  /** Why a binding is what it is: its requirement, its candidates, and where its provider is. */
  public static Tree binding(WorldFacts facts, CapabilityBinding binding) {
    return new Why(facts).bindingTree(binding);
  }

  /** Why a target has the release that it has, rule by rule, and what was decided before. */
  public static Tree target(WorldFacts facts, ReleaseTarget target) {
    return new Why(facts).targetTree(target);
  }

  /** What became of a work at its cluster, and why it is as it is. */
  public static Tree work(WorldFacts facts, ManifestWork work) {
    Why why = new Why(facts);
    String cluster = work.getMetadata().getNamespace();
    List<Tree> children = new ArrayList<>(WorkTrees.of(work));
    children.add(
        why.cluster(
            cluster,
            WorldClusters.of(facts.world().getSpec(), facts.clusters()).names().contains(cluster),
            WorldWorks.of(why.key, facts.works()).getOrDefault(cluster, List.of())));
    return new Tree(
        WorkTrees.title(work) + " of world " + why.key.name(), WorkTrees.worst(children), children);
  }

  private Tree bindingTree(CapabilityBinding binding) {
    var spec = binding.getSpec();
    var status = binding.getStatus();
    List<Tree> children = new ArrayList<>();
    Resolution resolution = plan().resolution();
    if (resolution != null) {
      for (Outcome outcome : resolution.outcomes()) {
        if (outcome.need().consumer().equals(spec.consumer().moduleManifestName())
            && outcome.need().capabilityId().equals(spec.capabilityId())
            && outcome.need().scope() == spec.scope()
            && outcome.need().multiplicity() == spec.multiplicity()) {
          children.add(outcome(outcome, resolution));
        }
      }
    }
    if (status != null) {
      status.conditions().forEach(condition -> children.add(condition(condition)));
    }
    String provider = spec.provider().moduleManifestName();
    for (ReleaseTarget target : facts.targets()) {
      if (key.name().equals(target.getSpec().world())
          && target.getSpec().deployment().equals(provider)) {
        Tree decision = decision(target);
        children.add(
            new Tree(
                "at " + target.getSpec().resource().name() + " " + decision.text(),
                decision.mark(),
                decision.children()));
      }
    }
    boolean bound = status != null && status.phase() == BindingPhase.BOUND;
    return new Tree(
        "binding "
            + binding.getMetadata().getName()
            + " is "
            + (status == null || status.phase() == null ? "new" : status.phase())
            + ": "
            + (status == null ? "no hub has looked at it yet" : status.message())
            + (bound ? "; it answers at " + status.resolvedEndpoint() : ""),
        bound ? Mark.OK : Mark.WAITING,
        children);
  }

  private Tree targetTree(ReleaseTarget target) {
    Tree decision = decision(target);
    List<Tree> children = new ArrayList<>(decision.children());
    Target known = snapshot.fleet().target(target.getMetadata().getName());
    DecisionEntry last = target.getStatus() == null ? null : target.getStatus().decision();
    if (known != null && last != null && last.time() != null) {
      RuleEngine.explain(snapshot, known, Instant.parse(last.time()))
          .trace()
          .forEach(rule -> children.add(RuleTrees.of(rule)));
    }
    if (target.getStatus() != null && !target.getStatus().decisions().isEmpty()) {
      children.add(
          new Tree(
              "decisions before",
              Mark.NOTE,
              target.getStatus().decisions().reversed().stream()
                  .map(d -> Tree.leaf(d.time() + " " + d.reason(), Mark.NOTE))
                  .toList()));
    }
    return new Tree(
        decision.text() + " at " + target.getSpec().resource().name(), decision.mark(), children);
  }

  private Tree tree() {
    WorldInstanceStatus status = facts.world().getStatus();
    WorldPhase phase = status == null ? null : status.phase();
    List<Tree> children = new ArrayList<>();
    if (status != null) {
      status.conditions().stream()
          .filter(condition -> !condition.holds())
          .forEach(condition -> children.add(condition(condition)));
    }
    BindingPlan plan = plan();
    children.add(bindings(plan));
    children.add(clusters());
    if (!facts.combined().isEmpty()) {
      children.add(combined());
    }
    String message = status == null ? "no hub has looked at it yet" : status.message();
    return new Tree(
        "world " + key.name() + " is " + (phase == null ? "new" : phase) + ": " + message,
        mark(phase),
        children);
  }

  private static Mark mark(@Nullable WorldPhase phase) {
    return switch (phase) {
      case null -> Mark.WAITING;
      case RUNNING, STOPPED -> Mark.OK;
      case PENDING, PROVISIONING -> Mark.WAITING;
      case ERROR -> Mark.BAD;
    };
  }

  private static Tree condition(Condition condition) {
    return Tree.leaf(
        condition.type()
            + " is "
            + condition.status()
            + " ("
            + condition.reason()
            + "): "
            + condition.message(),
        Mark.NOTE);
  }

  private BindingPlan plan() {
    return CapabilityResolver.resolve(
        Domain.world(facts.world()),
        facts.game() == null ? null : Domain.game(facts.game()),
        facts.manifests().stream().map(Domain::manifest).toList(),
        facts.bindings().stream().map(Domain::binding).toList());
  }

  private static Tree bindings(BindingPlan plan) {
    List<Tree> children = new ArrayList<>();
    Resolution resolution = plan.resolution();
    if (resolution != null) {
      resolution
          .missingRequired()
          .forEach(
              module -> children.add(Tree.leaf("module " + module + " does not exist", Mark.BAD)));
      resolution.outcomes().forEach(outcome -> children.add(outcome(outcome, resolution)));
    }
    return new Tree(
        "bindings: " + plan.message(), plan.isResolved() ? Mark.OK : Mark.BAD, children);
  }

  private static Tree outcome(Outcome outcome, Resolution resolution) {
    return switch (outcome) {
      case Outcome.Bound bound ->
          new Tree(
              bound.need().described()
                  + ": bound to "
                  + String.join(
                      ", ",
                      bound.providers().stream()
                          .map(p -> p.module() + " " + p.offered().version())
                          .toList()),
              Mark.OK,
              others(bound, resolution));
      case Outcome.Unresolved unresolved ->
          new Tree(
              unresolved.need().described() + ": nothing satisfies it",
              unresolved.need().isRequired() ? Mark.BAD : Mark.NOTE,
              List.of(
                  Tree.leaf(resolution.hint(unresolved).finding(), Mark.NOTE),
                  Tree.leaf("to do: " + resolution.hint(unresolved).fix(), Mark.NOTE)));
      case Outcome.Broken broken ->
          new Tree(
              broken.need().described() + ": cannot be read",
              Mark.BAD,
              broken.need().problems().stream()
                  .map(p -> Tree.leaf(p.message() + "; " + p.nextStep(), Mark.BAD))
                  .toList());
    };
  }

  /** Those that could have been chosen and were not. */
  private static List<Tree> others(Outcome.Bound bound, Resolution resolution) {
    return resolution.candidates(bound).stream()
        .filter(candidate -> !bound.providers().contains(candidate.provision()))
        .map(candidate ->
            Tree.leaf(
                "not "
                    + candidate.provision().module()
                    + " "
                    + candidate.provision().offered().version()
                    + ": "
                    + words(candidate.verdict()),
                Mark.NOTE))
        .toList();
  }

  private static String words(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Chosen _ -> "chosen";
      case Verdict.Beaten beaten ->
          "it satisfies, and "
              + beaten.winner()
              + " is preferred ("
              + beaten.advantage().code()
              + ")";
      case Verdict.Rejected(var rejection) ->
          rejection.rule() + " wants " + rejection.wanted() + ", it has " + rejection.actual();
      case Verdict.NotJudged() -> "the requirement is invalid";
    };
  }

  private Tree clusters() {
    WorldClusters selected = WorldClusters.of(facts.world().getSpec(), facts.clusters());
    SortedMap<String, List<ManifestWork>> works = WorldWorks.of(key, facts.works());
    SortedSet<String> names = new TreeSet<>(selected.names());
    names.addAll(works.keySet());
    List<Tree> children = new ArrayList<>();
    for (String cluster : names) {
      children.add(
          cluster(
              cluster, selected.names().contains(cluster), works.getOrDefault(cluster, List.of())));
    }
    Mark mark =
        children.isEmpty()
            ? Mark.NOTE
            : children.stream().allMatch(c -> c.mark() == Mark.OK) ? Mark.OK : Mark.WAITING;
    return new Tree("clusters: " + names.size() + " by " + selected.rule(), mark, children);
  }

  private Tree cluster(String cluster, boolean selected, List<ManifestWork> works) {
    List<Tree> children = new ArrayList<>();
    if (!selected) {
      children.add(Tree.leaf("it is not selected any more and is being cleaned", Mark.WAITING));
    }
    for (ReleaseTarget target : facts.targets()) {
      if (key.name().equals(target.getSpec().world())
          && target.getSpec().resource().name().equals(cluster)) {
        children.add(decision(target));
      }
    }
    for (ManifestWork work : works) {
      children.add(
          Tree.leaf(
              "work "
                  + work.getMetadata().getName()
                  + ": "
                  + work.getSpec().manifests().size()
                  + " objects",
              Mark.OK));
    }
    Tree swarm = swarm(cluster, works);
    children.add(swarm);
    return new Tree("cluster " + cluster + ": " + swarm.text(), swarm.mark(), children);
  }

  private Tree decision(ReleaseTarget target) {
    String module = target.getSpec().deployment();
    DecisionEntry decision = target.getStatus() == null ? null : target.getStatus().decision();
    if (decision == null) {
      return Tree.leaf(module + ": not decided yet", Mark.WAITING);
    }
    List<Tree> children = new ArrayList<>();
    decision.reasons().forEach(reason -> children.add(Tree.leaf(reason, Mark.NOTE)));
    if (decision.nextTime() != null) {
      children.add(Tree.leaf("may change by itself at " + decision.nextTime(), Mark.NOTE));
    }
    Target known = snapshot.fleet().target(target.getMetadata().getName());
    if (known != null && decision.time() != null) {
      again(
          known,
          decision,
          RuleEngine.explain(snapshot, known, Instant.parse(decision.time())),
          children);
    }
    boolean arrived =
        decision.release() != null && decision.release().equals(target.getStatus().current());
    return new Tree(
        module + ": " + decision.reason() + " (decided " + decision.time() + ")",
        arrived ? Mark.OK : decision.release() == null ? Mark.BAD : Mark.WAITING,
        children);
  }

  /** The same question at the same time, of what is written now. */
  private void again(Target target, DecisionEntry decision, Selection now, List<Tree> children) {
    if (releaseObjects.digest(target).equals(decision.inputs())) {
      return;
    }
    children.add(
        Tree.leaf(
            "releases or rules have changed since; by those of now: " + now.reason(), Mark.NOTE));
  }

  private Tree swarm(String cluster, List<ManifestWork> works) {
    String id = new SwarmId(key.namespace(), key.name(), cluster).toString();
    for (SwarmRecord record : facts.swarms()) {
      if (record.getSpec().swarmId().equals(id)
          && record.getSpec().role().equals(Actor.ORCHESTRATOR.text())
          && record.getStatus() != null) {
        return swarm(
            RecordJson.read(
                JSON.valueToTree(record.getStatus().getValue()), OrchestratorRecord.class),
            works);
      }
    }
    return Tree.leaf(works.isEmpty() ? "nothing to run" : "not told yet", Mark.WAITING);
  }

  private static String ending(dev.fleetwright.swarm.protocol.Outcome outcome) {
    return switch (outcome) {
      case dev.fleetwright.swarm.protocol.Outcome.Success _ -> "confirmed";
      case dev.fleetwright.swarm.protocol.Outcome.Failure failure ->
          "failed, " + failure.code() + ": " + failure.message();
    };
  }

  private static Tree swarm(OrchestratorRecord record, List<ManifestWork> works) {
    List<Tree> children = new ArrayList<>();
    List<EndedOperation> ended = record.ended();
    for (EndedOperation operation : ended.subList(Math.max(0, ended.size() - 5), ended.size())) {
      children.add(
          Tree.leaf(
              operation.endedAt().truncatedTo(ChronoUnit.SECONDS)
                  + " "
                  + operation.operation().command().signal().text()
                  + ": "
                  + ending(operation.outcome()),
              Mark.NOTE));
    }
    if (record.contradiction() != null) {
      return new Tree(record.contradiction().message(), Mark.BAD, children);
    }
    if (record.setback() != null) {
      return new Tree(
          record.setback().signal().text() + " failed: " + record.setback().message(),
          Mark.BAD,
          children);
    }
    if (record.operation() != null) {
      return new Tree(
          "waits for " + record.operation().command().signal().text(), Mark.WAITING, children);
    }
    boolean current =
        Template.delivered(works)
            .map(template -> template.hash().equals(record.confirmedTemplate()))
            .orElse(true);
    String run =
        record.confirmedRun() == null ? "nothing is confirmed" : record.confirmedRun().text();
    return new Tree(
        current ? run : run + ", with an older work",
        current && record.confirmedRun() != null ? Mark.OK : Mark.WAITING,
        children);
  }

  private Tree combined() {
    List<Tree> children = new ArrayList<>();
    for (CombinedStatus combined : facts.combined()) {
      var labels = Domain.orEmpty(combined.getMetadata().getLabels());
      if (facts
          .world()
          .getMetadata()
          .getUid()
          .equals(labels.get(WorldReconciler.WORLD_UID_LABEL))) {
        String reported =
            Domain.orEmpty(combined.getMetadata().getAnnotations())
                .getOrDefault(dev.fleetwright.status.CombinedStatus.REPORTED, "?");
        children.add(
            Tree.leaf(
                labels.get(dev.fleetwright.status.CombinedStatus.RESOURCE)
                    + " "
                    + labels.get(dev.fleetwright.status.CombinedStatus.NAME)
                    + ": "
                    + reported
                    + " clusters have reported",
                Mark.NOTE));
      }
    }
    return new Tree("combined status: " + children.size() + " objects", Mark.NOTE, children);
  }
}
