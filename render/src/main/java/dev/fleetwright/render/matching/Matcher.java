package dev.fleetwright.render.matching;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.transform.Provider;
import dev.fleetwright.render.transform.Transformer;
import dev.fleetwright.render.transform.Transformer.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Chooses the transformers of a component: by requirements first, then by score and strategy. */
public final class Matcher {

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingInt(Candidate::points)
          .reversed()
          .thenComparing(c -> c.transformer().fqn());

  private final Provider provider;
  private final Strategy strategy;
  private final int minScore;

  public Matcher(Provider provider, Strategy strategy, int minScore) {
    this.provider = provider;
    this.strategy = strategy;
    this.minScore = minScore;
  }

  /** All of a component that matching looks at, but for conditions. */
  public record Signature(
      Set<String> resources,
      Set<String> traits,
      Set<String> policies,
      Map<String, String> labels) {}

  /**
   * Selects, with the help of what was selected for components that are alike.
   *
   * @param known by signature; new ones are added
   */
  public Selection select(
      FlatComponent component, TransformerContext context, Map<Signature, Selection> known) {
    Signature signature =
        new Signature(
            component.resources(), component.traits(), component.policies(), component.labels());
    Selection before = known.get(signature);
    if (before != null) {
      return before;
    }
    Selection selection = select(component, context);
    boolean reusable =
        selection.problems().isEmpty()
            && selection.candidates().stream().allMatch(c -> c.transformer().condition() == null);
    if (reusable) {
      known.put(signature, selection);
    }
    return selection;
  }

  public Selection select(FlatComponent component, TransformerContext context) {
    List<Problem> problems = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    for (Transformer transformer : provider.candidates(definitions(component))) {
      candidates.add(look(transformer, component, context, problems));
    }
    List<Candidate> decided = decide(candidates, component, problems);
    if (problems.isEmpty()
        && decided.stream()
            .noneMatch(c -> c.selected() && c.transformer().phase() == Phase.GENERATE)) {
      problems.add(nothingMatches(decided, component));
    }
    if (problems.isEmpty()) {
      unused(decided, component, problems);
    }
    return new Selection(decided, problems);
  }

  private static List<String> definitions(FlatComponent component) {
    List<String> all = new ArrayList<>(component.resources());
    all.addAll(component.traits());
    all.addAll(component.policies());
    return all;
  }

  private static Candidate look(
      Transformer transformer,
      FlatComponent component,
      TransformerContext context,
      List<Problem> problems) {
    List<String> missing = new ArrayList<>();
    Transformer.Needs required = transformer.required();
    lacking("resource ", required.resources().keySet(), component.resources(), missing);
    lacking("trait ", required.traits().keySet(), component.traits(), missing);
    lacking("policy ", required.policies().keySet(), component.policies(), missing);
    transformer
        .requiredLabels()
        .forEach((key, value) -> {
          if (!value.equals(component.labels().get(key))) {
            missing.add("label " + key + ": " + value);
          }
        });
    Transformer.Condition condition = transformer.condition();
    if (missing.isEmpty() && condition != null && !condition.holds(component, context, problems)) {
      missing.add("its condition (when)");
    }
    return missing.isEmpty()
        ? new Candidate(transformer, Score.of(transformer, component), missing, false, "matches")
        : new Candidate(
            transformer, null, missing, false, "the component lacks " + String.join(", ", missing));
  }

  private static void lacking(
      String what, Collection<String> required, Collection<String> present, List<String> missing) {
    for (String fqn : required) {
      if (!present.contains(fqn)) {
        missing.add(what + fqn);
      }
    }
  }

  private List<Candidate> decide(
      List<Candidate> candidates, FlatComponent component, List<Problem> problems) {
    List<Candidate> decided = new ArrayList<>();
    Map<String, List<Candidate>> groups = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      String group = candidate.transformer().exclusiveGroup();
      boolean generates = candidate.transformer().phase() == Phase.GENERATE;
      if (!candidate.matches()) {
        decided.add(candidate);
      } else if (!generates) {
        decided.add(candidate.selected("it matches and runs after the objects are made"));
      } else if (strategy == Strategy.THRESHOLD && candidate.points() < minScore) {
        decided.add(candidate.passedOver("its score is below " + minScore));
      } else if (strategy == Strategy.BEST) {
        groups.computeIfAbsent("", _ -> new ArrayList<>()).add(candidate);
      } else if (group == null) {
        decided.add(candidate.selected("it matches"));
      } else {
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(candidate);
      }
    }
    groups.forEach((group, members) -> best(group, members, component, decided, problems));
    decided.sort(Comparator.comparing(c -> c.transformer().fqn()));
    return decided;
  }

  private static void best(
      String group,
      List<Candidate> members,
      FlatComponent component,
      List<Candidate> decided,
      List<Problem> problems) {
    members.sort(BEST_FIRST);
    Candidate winner = members.getFirst();
    String where = group.isEmpty() ? "of all" : "of the group " + group;
    List<Candidate> tied = members.stream().filter(c -> c.points() == winner.points()).toList();
    if (tied.size() > 1) {
      problems.add(tie(group, tied, component));
      tied.forEach(c ->
          decided.add(c.passedOver("it has the best score " + where + ", and so have others")));
    } else {
      decided.add(
          winner.selected(members.size() == 1 ? "it matches" : "it has the best score " + where));
    }
    members.stream()
        .skip(tied.size())
        .forEach(c ->
            decided.add(
                c.passedOver(
                    winner.transformer().fqn() + " has a better score (" + winner.points() + ")")));
  }

  private static Problem tie(String group, List<Candidate> tied, FlatComponent component) {
    String names =
        tied.stream().map(c -> c.transformer().fqn()).collect(Collectors.joining(" and "));
    return new Problem(
        "transformer-tie",
        "",
        "the component \""
            + component.name()
            + "\" fits "
            + names
            + " equally well, with "
            + tied.getFirst().points()
            + " points"
            + (group.isEmpty() ? "" : ", and only one of the group \"" + group + "\" can be used"),
        "give one a higher "
            + Transformer.PRIORITY
            + " label, or a label that only one of them shares with the component");
  }

  private Problem nothingMatches(List<Candidate> candidates, FlatComponent component) {
    Candidate nearest =
        candidates.stream()
            .filter(c -> c.transformer().phase() == Phase.GENERATE && !c.selected())
            .min(
                Comparator.comparingInt((Candidate c) -> c.missing().size())
                    .thenComparing(c -> c.transformer().fqn()))
            .orElse(null);
    String all = String.join(", ", definitions(component));
    String nextStep =
        nearest == null
            ? "see what the provider can do: fleetwright provider describe " + provider.name()
            : nearest.matches()
                ? nearest.transformer().fqn() + " was passed over: " + nearest.reason()
                : "nearest is "
                    + nearest.transformer().fqn()
                    + ", which needs "
                    + String.join(", ", nearest.missing());
    return new Problem(
        "no-transformer",
        "",
        "no transformer of the provider \""
            + provider.name()
            + "\" matches the component \""
            + component.name()
            + "\" with "
            + all,
        nextStep);
  }

  /** Whatever a component has and no chosen transformer reads would be lost without a word. */
  private void unused(List<Candidate> decided, FlatComponent component, List<Problem> problems) {
    Set<String> used = new HashSet<>();
    Set<String> known = provider.definitions();
    for (Candidate candidate : decided) {
      if (candidate.selected()) {
        Transformer t = candidate.transformer();
        for (Transformer.Needs needs : List.of(t.required(), t.optional())) {
          used.addAll(needs.resources().keySet());
          used.addAll(needs.traits().keySet());
          used.addAll(needs.policies().keySet());
        }
      }
    }
    report("resource", component.resources(), used, known, component, problems);
    report("trait", component.traits(), used, known, component, problems);
    report("policy", component.policies(), used, known, component, problems);
  }

  private void report(
      String what,
      Collection<String> present,
      Set<String> used,
      Set<String> known,
      FlatComponent component,
      List<Problem> problems) {
    for (String fqn : present) {
      boolean enforced =
          provider.catalog().find(fqn) instanceof Definition.Policy policy
              && !policy.rules().isEmpty();
      if (used.contains(fqn) || enforced) {
        continue;
      }
      problems.add(
          known.contains(fqn)
              ? new Problem(
                      "unused-" + what,
                      "",
                      "the "
                          + what
                          + " "
                          + fqn
                          + " of the component \""
                          + component.name()
                          + "\" is used by none of the transformers chosen for it",
                      "see why: fleetwright render --why, or remove it")
                  .asWarning()
              : new Problem(
                      "unhandled-" + what,
                      "",
                      "no transformer of the provider \""
                          + provider.name()
                          + "\" handles the "
                          + what
                          + " "
                          + fqn
                          + " of the component \""
                          + component.name()
                          + "\"",
                      "remove it, or add a transformer that declares it")
                  .asWarning());
    }
  }
}
