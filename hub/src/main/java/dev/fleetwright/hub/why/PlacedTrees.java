package dev.fleetwright.hub.why;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.why.Tree.Mark;
import dev.fleetwright.hub.world.Domain;
import dev.fleetwright.placement.ClauseVerdict;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.ClusterVerdict;
import dev.fleetwright.placement.Inventory;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.ObjectVerdict;
import dev.fleetwright.placement.Objects;
import dev.fleetwright.placement.Placement;
import dev.fleetwright.placement.Policies;
import dev.fleetwright.placement.Policy;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.StatusDetails;
import dev.fleetwright.status.kinds.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where an object goes, by which policy, why to each cluster, and how it is there. The placement is
 * decided again by the core that decided it.
 */
public final class PlacedTrees {

  private static final int SHOWN = 20;

  private final PlacedFacts facts;
  private final LivePlacement placement;
  private final Silence silence;

  private PlacedTrees(PlacedFacts facts) {
    this.facts = facts;
    this.silence = new Silence(facts.clusters());
    List<WorkloadObject> objects = new ArrayList<>();
    if (facts.namespace() != null) {
      objects.add(facts.namespace());
    }
    if (facts.object() != null) {
      objects.add(facts.object());
    }
    this.placement =
        Placement.live(
            Policies.of(facts.policies().stream().map(PlacedTrees::policy).toList()),
            Inventory.of(facts.clusters().stream().map(PlacedTrees::cluster).toList()),
            Objects.of(objects));
  }

  public static Tree of(PlacedFacts facts) {
    return new PlacedTrees(facts).tree();
  }

  private static Policy policy(BindingPolicy policy) {
    BindingPolicySpec spec =
        policy.getSpec() == null ? new BindingPolicySpec(List.of(), List.of()) : policy.getSpec();
    return new Policy(policy.getMetadata().getName(), policy.getMetadata().getUid(), spec);
  }

  private static Cluster cluster(ManagedCluster cluster) {
    return new Cluster(
        cluster.getMetadata().getName(), Domain.orEmpty(cluster.getMetadata().getLabels()));
  }

  private Tree tree() {
    List<Tree> children = new ArrayList<>();
    SortedSet<String> expected = new TreeSet<>();
    boolean taken = false;
    if (facts.object() != null) {
      for (BindingPolicy policy : facts.policies()) {
        ObjectVerdict verdict =
            placement.why(policy.getMetadata().getName(), facts.key()).orElse(null);
        if (verdict != null) {
          taken |= verdict.matched();
          children.add(verdict.matched() ? matched(policy, verdict, expected) : unmatched(verdict));
        }
      }
    }
    SortedSet<String> clusters = new TreeSet<>(expected);
    facts.works().forEach(work -> clusters.add(work.getMetadata().getNamespace()));
    List<Tree> places = clusters.stream().map(cluster -> at(cluster, expected)).toList();
    children.addAll(shortened(places));
    if (!facts.combined().isEmpty()) {
      children.addAll(combined());
    }
    long well = places.stream().filter(place -> place.mark() == Mark.OK).count();
    String name = facts.type().kind() + " " + facts.key().toString().replaceFirst("^\\S+ ", "");
    if (clusters.isEmpty()) {
      if (!taken) {
        children.add(
            Tree.toDo(
                "give the object the labels that a policy asks for, or write a BindingPolicy for"
                    + " it"));
      }
      return new Tree(
          name
              + (taken
                  ? " goes nowhere: its policy selects no cluster"
                  : " goes nowhere: no BindingPolicy takes it"),
          Mark.WAITING,
          children);
    }
    return new Tree(
        name + " is in order at " + well + " of " + clusters.size() + " clusters",
        Tree.worst(children),
        children);
  }

  private static Tree unmatched(ObjectVerdict verdict) {
    String why =
        verdict.refused() != null
            ? verdict.refused()
            : String.join("; ", verdict.clauses().stream().map(ClauseVerdict::text).toList());
    return Tree.leaf(
        "policy " + verdict.policy() + " does not take it" + (why.isEmpty() ? "" : ": " + why),
        Mark.NOTE);
  }

  private Tree matched(BindingPolicy policy, ObjectVerdict verdict, SortedSet<String> expected) {
    List<Tree> children = new ArrayList<>();
    verdict.clauses().stream()
        .filter(ClauseVerdict::matched)
        .forEach(clause -> children.add(Tree.leaf(clause.text(), Mark.NOTE)));
    Map<List<String>, List<String>> yes = new LinkedHashMap<>();
    Map<List<String>, List<String>> no = new LinkedHashMap<>();
    for (ManagedCluster cluster : facts.clusters()) {
      ClusterVerdict selected =
          placement.why(verdict.policy(), cluster.getMetadata().getName()).orElse(null);
      if (selected != null) {
        if (selected.selected()) {
          expected.add(selected.cluster());
        }
        (selected.selected() ? yes : no)
            .computeIfAbsent(selected.because(), _ -> new ArrayList<>())
            .add(selected.cluster());
      }
    }
    yes.forEach((because, names) -> children.add(clusters("to", names, because)));
    no.forEach((because, names) -> children.add(clusters("not to", names, because)));
    if (policy.getStatus() != null) {
      policy.getStatus().errors().forEach(error -> children.add(Tree.leaf(error, Mark.BAD)));
    }
    children.add(binding(verdict.policy()));
    return new Tree("policy " + verdict.policy() + " takes it", Tree.worst(children), children);
  }

  private static Tree clusters(String word, List<String> names, List<String> because) {
    String some =
        names.size() <= SHOWN
            ? String.join(", ", names)
            : String.join(", ", names.subList(0, SHOWN))
                + " and "
                + (names.size() - SHOWN)
                + " more";
    return Tree.leaf(word + " " + some + ": " + String.join("; ", because), Mark.NOTE);
  }

  private Tree binding(String policy) {
    for (Binding binding : facts.bindings()) {
      if (binding.getMetadata().getName().equals(policy)) {
        List<Tree> children = new ArrayList<>();
        if (binding.getStatus() != null) {
          binding.getStatus().errors().forEach(e -> children.add(Tree.leaf(e, Mark.BAD)));
        }
        return new Tree(
            "Binding " + policy + ": " + binding.getSpec().destinations().size() + " clusters",
            Tree.worst(children),
            children);
      }
    }
    return new Tree(
        "Binding " + policy + " is not written yet",
        Mark.WAITING,
        List.of(Tree.toDo("is a hub running? kubectl get lease -A")));
  }

  /** How it is at one cluster: in its mailbox, applied, reported. */
  private Tree at(String cluster, SortedSet<String> expected) {
    List<Tree> children = new ArrayList<>();
    silence.of(cluster).ifPresent(children::add);
    List<ManifestWork> works =
        facts.works().stream()
            .filter(work -> work.getMetadata().getNamespace().equals(cluster))
            .toList();
    if (works.isEmpty()) {
      children.add(Tree.leaf("it is not in the mailbox yet", Mark.WAITING));
    }
    for (ManifestWork work : works) {
      Map<String, String> labels = Domain.orEmpty(work.getMetadata().getLabels());
      if (facts.object() != null
          && !expected.contains(cluster)
          && "Binding".equals(labels.get(Work.OWNER_KIND))) {
        children.add(Tree.leaf("no policy sends it there any more", Mark.WAITING));
      }
      String owner =
          "WorldInstance".equals(labels.get(Work.OWNER_KIND))
              ? " of world " + labels.get(Work.OWNER_NAME)
              : "";
      children.add(WorkTrees.of(work, facts.key(), "work " + work.getMetadata().getName() + owner));
    }
    children.add(report(cluster));
    return new Tree("at " + cluster, Tree.worst(children), children);
  }

  private Tree report(String cluster) {
    for (WorkStatus report : facts.reports()) {
      if (report.getMetadata().getNamespace().equals(cluster)) {
        StatusDetails details = report.statusDetails();
        String time = details == null ? null : details.lastReturnedUpdateTimestamp();
        return Tree.leaf("reported" + (time == null ? "" : " at " + time), Mark.OK);
      }
    }
    return Tree.leaf("nothing reported yet", Mark.WAITING);
  }

  private static List<Tree> shortened(List<Tree> places) {
    if (places.size() <= SHOWN) {
      return places;
    }
    List<Tree> kept = new ArrayList<>(places.stream().filter(p -> p.mark() != Mark.OK).toList());
    places.stream()
        .filter(place -> place.mark() == Mark.OK)
        .limit(Math.max(0, SHOWN - kept.size()))
        .forEach(kept::add);
    List<Tree> shown = new ArrayList<>(kept.subList(0, Math.min(SHOWN, kept.size())));
    shown.add(Tree.leaf("and " + (places.size() - shown.size()) + " more clusters", Mark.NOTE));
    return shown;
  }

  private List<Tree> combined() {
    List<Tree> trees = new ArrayList<>();
    for (CombinedStatus combined : facts.combined()) {
      Map<String, String> labels = Domain.orEmpty(combined.getMetadata().getLabels());
      if (isAbout(labels)) {
        List<Tree> children = new ArrayList<>();
        for (CombinedResult result : combined.results()) {
          children.add(result(result));
        }
        trees.add(
            new Tree(
                "combined status " + combined.getMetadata().getName(),
                Tree.worst(children),
                children));
      }
    }
    return trees;
  }

  private boolean isAbout(Map<String, String> labels) {
    return facts.key().resource().equals(labels.get(dev.fleetwright.status.CombinedStatus.RESOURCE))
        && facts.key().name().equals(labels.get(dev.fleetwright.status.CombinedStatus.NAME))
        && same(
            facts.key().namespace(), labels.get(dev.fleetwright.status.CombinedStatus.NAMESPACE));
  }

  private static boolean same(String one, @Nullable String other) {
    return one.equals(other == null ? "" : other);
  }

  private static Tree result(CombinedResult result) {
    List<Tree> children = new ArrayList<>();
    result.rowErrors().stream()
        .limit(SHOWN)
        .forEach(error ->
            children.add(
                Tree.leaf(
                    error.wec().clusterId() + ": " + error.columnName() + ": " + error.error(),
                    Mark.BAD)));
    result
        .aggregationErrors()
        .forEach(
            error -> children.add(Tree.leaf(error.columnName() + ": " + error.error(), Mark.BAD)));
    result.rows().stream()
        .limit(SHOWN)
        .forEach(row -> children.add(Tree.leaf(text(result.columnNames(), row), Mark.NOTE)));
    String reporting =
        result.reporting() == null
            ? ""
            : "; "
                + result.reporting().reported()
                + " of "
                + result.reporting().expected()
                + " clusters have reported";
    return new Tree(
        result.name() + ": " + result.rows().size() + " rows" + reporting,
        Tree.worst(children),
        children);
  }

  private static String text(List<String> columns, CombinedResult.ResultRow row) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.columns().size(); i++) {
      cells.add(
          (i < columns.size() ? columns.get(i) : Integer.toString(i))
              + " = "
              + text(row.columns().get(i)));
    }
    return String.join(", ", cells);
  }

  private static String text(Value value) {
    return switch (value.type()) {
      case STRING -> String.valueOf(value.string());
      case NUMBER -> String.valueOf(value.number());
      case BOOL -> String.valueOf(value.bool());
      case NULL -> "null";
      case OBJECT -> String.valueOf(value.object());
      case ARRAY -> String.valueOf(value.array());
    };
  }
}
