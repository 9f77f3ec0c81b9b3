package dev.fleetwright.hub.why;

import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.BindingPhase;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.hub.release.ReleaseObjects;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.world.Domain;
import dev.fleetwright.hub.world.WorldClusters;
import dev.fleetwright.hub.world.WorldReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.release.RuleEngine;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.kinds.DecisionEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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

  private static final int SHOWN_CLUSTERS = 20;

  private final WorldFacts facts;
  private final ObjectKey key;
  private final ReleaseObjects releaseObjects;
  private final Snapshot snapshot;
  private final Silence silence;

  private Why(WorldFacts facts) {
    this.facts = facts;
    this.key =
        new ObjectKey(
            facts.world().getMetadata().getNamespace(), facts.world().getMetadata().getName());
    this.silence = new Silence(facts.clusters());
    this.releaseObjects = ReleaseObjects.of(facts.releaseObjects());
    this.snapshot = releaseObjects.snapshot(ReleaseObjects.fleet(facts.targets()));
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
        WorkTrees.title(work) + " of world " + why.key.name(), Tree.worst(children), children);
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
          children.add(BindingTrees.of(outcome, resolution));
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
    children.add(BindingTrees.of(plan));
    children.add(clusters());
    if (!facts.combined().isEmpty()) {
      children.add(combined());
    }
    if (isRendered()) {
      // They do not hold it up now; whoever writes the next release wants to know.
      children.addAll(CatalogTrees.broken(facts.catalogs()));
    }
    String message = status == null ? "no hub has looked at it yet" : status.message();
    return new Tree(
        "world " + key.name() + " is " + (phase == null ? "new" : phase) + ": " + message,
        mark(phase),
        children);
  }

  private boolean isRendered() {
    WorldInstanceStatus status = facts.world().getStatus();
    Condition rendered = status == null ? null : status.condition("Rendered");
    return rendered == null || rendered.holds();
  }

  private static Mark mark(@Nullable WorldPhase phase) {
    return switch (phase) {
      case null -> Mark.WAITING;
      case RUNNING, STOPPED -> Mark.OK;
      case PENDING, PROVISIONING -> Mark.WAITING;
      case ERROR -> Mark.BAD;
    };
  }

  private Tree condition(Condition condition) {
    String text =
        condition.type()
            + " is "
            + condition.status()
            + " ("
            + condition.reason()
            + "): "
            + condition.message();
    if (condition.holds()) {
      return Tree.leaf(text, Mark.OK);
    }
    return switch (condition.type()) {
      // The deepest thing that is known of these; all others have their reasons further down.
      case "Rendered" -> {
        // Whether one of them is the reason, the message says.
        List<Tree> children = new ArrayList<>(CatalogTrees.broken(facts.catalogs()));
        children.add(
            Tree.toDo(
                "mend spec.module of the release or the rule that it names; try it with"
                    + " fleetwright render -f"));
        yield new Tree(text, Mark.BAD, children);
      }
      case "ClustersSelected" ->
          new Tree(
              text,
              Mark.BAD,
              List.of(
                  Tree.toDo(
                      "give ManagedClusters the labels that the world selects by, or change"
                          + " spec.placement or spec.region of world "
                          + key.name())));
      default -> Tree.leaf(text, Mark.NOTE);
    };
  }

  private BindingPlan plan() {
    return CapabilityResolver.resolve(
        Domain.world(facts.world()),
        facts.game() == null ? null : Domain.game(facts.game()),
        facts.manifests().stream().map(Domain::manifest).toList(),
        facts.bindings().stream().map(Domain::binding).toList());
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
    Mark mark = children.isEmpty() ? Mark.NOTE : Tree.worst(children);
    return new Tree(
        "clusters: " + names.size() + " by " + selected.rule(), mark, shortened(children));
  }

  /** Those that are not in order, and as many of the others as one can look at. */
  private static List<Tree> shortened(List<Tree> clusters) {
    if (clusters.size() <= SHOWN_CLUSTERS) {
      return clusters;
    }
    List<Tree> kept =
        new ArrayList<>(
            clusters.stream()
                .sorted(Comparator.comparing(cluster -> cluster.mark() == Mark.OK))
                .limit(SHOWN_CLUSTERS)
                .toList());
    kept.add(
        Tree.leaf(
            "and "
                + (clusters.size() - kept.size())
                + " more clusters, "
                + clusters.stream().filter(cluster -> cluster.mark() == Mark.OK).count()
                + " of all are in order",
            Mark.NOTE));
    return kept;
  }

  private Tree cluster(String cluster, boolean selected, List<ManifestWork> works) {
    List<Tree> children = new ArrayList<>();
    silence.of(cluster).ifPresent(children::add);
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
          WorkTrees.of(
              work,
              "work "
                  + work.getMetadata().getName()
                  + ": "
                  + work.getSpec().manifests().size()
                  + " objects"));
    }
    Tree swarm =
        SwarmTrees.of(
            new SwarmId(key.namespace(), key.name(), cluster).toString(), facts.swarms(), works);
    children.add(swarm);
    return new Tree("cluster " + cluster + ": " + swarm.text(), Tree.worst(children), children);
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
    if (known != null && decision.release() == null && decision.time() != null) {
      RuleEngine.explain(snapshot, known, Instant.parse(decision.time())).trace().stream()
          .filter(rule -> rule.decisive() && rule.kept().isEmpty())
          .flatMap(rule -> rule.removed().stream())
          .map(removal -> removal.reason().actionRequired())
          .filter(Objects::nonNull)
          .distinct()
          .forEach(action -> children.add(Tree.toDo(action)));
      children.add(
          Tree.toDo(
              "fleetwright why releasetarget/"
                  + target.getMetadata().getName()
                  + " -n "
                  + target.getMetadata().getNamespace()));
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
    children.sort(Comparator.comparing(Tree::text));
    return new Tree("combined status: " + children.size() + " objects", Mark.OK, children);
  }
}
