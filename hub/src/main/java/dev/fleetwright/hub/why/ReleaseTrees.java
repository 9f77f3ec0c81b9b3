package dev.fleetwright.hub.why;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.hub.release.ReleaseObjects;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.release.Removal;
import dev.fleetwright.release.RuleEngine;
import dev.fleetwright.release.RuleTrace;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a release runs, where it does not, and what it waits for there. */
final class ReleaseTrees {

  private static final int SHOWN = 10;

  private final Release release;
  private final String name;
  private final Snapshot snapshot;
  private final Silence silence;
  private final Instant now;

  private ReleaseTrees(Release release, Snapshot snapshot, Silence silence, Instant now) {
    this.release = release;
    this.silence = silence;
    this.name = release.getMetadata().getName();
    this.snapshot = snapshot;
    this.now = now;
  }

  /**
   * @param objects releases, policies, approvals, freezes, pins and bypasses of the namespace
   * @param targets all of the namespace, since rules look at the others too
   */
  static Tree of(
      Release release,
      List<HasMetadata> objects,
      List<ReleaseTarget> targets,
      List<ManagedCluster> clusters,
      Instant now) {
    Snapshot snapshot = ReleaseObjects.of(objects).snapshot(ReleaseObjects.fleet(targets));
    return new ReleaseTrees(release, snapshot, new Silence(clusters), now).tree(targets);
  }

  private Tree tree(List<ReleaseTarget> targets) {
    String module = release.getSpec().deployment();
    // Clusters of which the same is to be said are said it once.
    Map<Tree, List<String>> places = new LinkedHashMap<>();
    targets.stream()
        .filter(target -> target.getSpec().deployment().equals(module))
        .sorted(Comparator.comparing(target -> target.getMetadata().getName()))
        .forEach(target ->
            places
                .computeIfAbsent(at(target), _ -> new ArrayList<>())
                .add(target.getSpec().resource().name()));
    if (places.isEmpty()) {
      return new Tree(
          "release " + name + " runs nowhere",
          Mark.WAITING,
          List.of(
              Tree.leaf(
                  "no world has the module " + module + " at a cluster; is it in a game?",
                  Mark.NOTE)));
    }
    int all = 0;
    int there = 0;
    List<Tree> children = new ArrayList<>();
    for (var entry : places.entrySet()) {
      Tree tree = entry.getKey();
      int count = entry.getValue().size();
      all += count;
      there += tree.mark() == Mark.OK ? count : 0;
      children.add(
          new Tree(some(entry.getValue()) + " " + tree.text(), tree.mark(), tree.children()));
    }
    return new Tree(
        "release " + name + " of " + module + " runs at " + there + " of " + all,
        there == all ? Mark.OK : Mark.WAITING,
        children);
  }

  private static String some(List<String> clusters) {
    return clusters.size() <= SHOWN
        ? String.join(", ", clusters)
        : String.join(", ", clusters.subList(0, SHOWN))
            + " and "
            + (clusters.size() - SHOWN)
            + " more";
  }

  private Tree at(ReleaseTarget target) {
    String current = target.getStatus() == null ? null : target.getStatus().current();
    String place = "of world " + target.getSpec().world();
    if (name.equals(current)) {
      return Tree.leaf(place + ": runs there", Mark.OK);
    }
    Target known = snapshot.fleet().target(target.getMetadata().getName());
    String instead = current == null ? "nothing runs there" : current + " runs there";
    if (known == null) {
      return Tree.leaf(place + ": " + instead + "; its target cannot be read", Mark.BAD);
    }
    Selection selection = RuleEngine.explain(snapshot, known, now);
    List<Tree> children = new ArrayList<>();
    silence.of(target.getSpec().resource().name()).ifPresent(children::add);
    if (selection.chosen() != null && selection.chosen().id().equals(name)) {
      children.add(Tree.toDo("fleetwright why world/" + target.getSpec().world()));
      return new Tree(place + ": " + instead + "; this one is on its way", Mark.WAITING, children);
    }
    for (RuleTrace rule : selection.trace()) {
      for (Removal removal : rule.removed()) {
        if (removal.release().equals(name)) {
          children.add(
              RuleTrees.of(
                  new RuleTrace(
                      rule.rule(),
                      rule.type(),
                      rule.policy(),
                      rule.decisive(),
                      List.of(),
                      List.of(removal),
                      List.of(),
                      List.of())));
        }
      }
    }
    if (children.isEmpty()) {
      children.add(Tree.leaf(selection.reason(), Mark.NOTE));
    }
    selection
        .nextEvaluationAt()
        .ifPresent(time -> children.add(Tree.leaf("may change by itself at " + time, Mark.NOTE)));
    return new Tree(place + ": " + instead, Mark.WAITING, children);
  }
}
