package dev.fleetwright.release.policy;

import dev.fleetwright.documents.Document;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.Loaded.Typed;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.release.Approval;
import dev.fleetwright.release.Approvals;
import dev.fleetwright.release.Bypass;
import dev.fleetwright.release.DeploymentResourceRule;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Freeze;
import dev.fleetwright.release.Pin;
import dev.fleetwright.release.Policy;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.kinds.ApprovalObject;
import dev.fleetwright.release.kinds.BypassObject;
import dev.fleetwright.release.kinds.FreezeObject;
import dev.fleetwright.release.kinds.PinObject;
import dev.fleetwright.release.kinds.ReleaseObject;
import dev.fleetwright.release.kinds.ReleasePolicyObject;
import dev.fleetwright.release.kinds.ReleaseTargetObject;
import dev.fleetwright.release.rules.InvalidRule;
import dev.fleetwright.release.rules.RuleTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Makes a snapshot of objects, and collects everything that is wrong with them. */
public final class SnapshotReader {

  /**
   * What was read.
   *
   * @param snapshot usable even with problems: invalid policies let nothing pass
   */
  public record Reading(Snapshot snapshot, List<Problem> problems) {
    public Reading {
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(Problem::isError);
    }
  }

  private final Loaded loaded;
  private final List<Problem> problems = new ArrayList<>();

  private SnapshotReader(Loaded loaded) {
    this.loaded = loaded;
  }

  /** The problems of loading come first. */
  public static Reading read(Loaded loaded, String revision) {
    return new SnapshotReader(loaded).read(revision);
  }

  private Reading read(String revision) {
    problems.addAll(loaded.problems());
    Map<String, Release> releases = unique(ReleaseObject.class, Release::id, ObjectReader::release);
    Map<String, Target> targets =
        unique(ReleaseTargetObject.class, Target::name, ObjectReader::target);
    List<Policy> policies =
        each(
            ReleasePolicyObject.class,
            (reader, object) -> PolicyReader.read(reader.name(), object.spec(), reader.problems()));
    List<Approval> approvals = each(ApprovalObject.class, ObjectReader::approval);
    List<Freeze> freezes = each(FreezeObject.class, ObjectReader::freeze);
    List<Pin> pins = each(PinObject.class, ObjectReader::pin);
    List<Bypass> bypasses = each(BypassObject.class, ObjectReader::bypass);
    checkReferences(releases.keySet(), policies);
    Snapshot snapshot =
        Snapshot.of(revision, releases.values(), policies, Fleet.of(targets.values()))
            .withApprovals(Approvals.of(approvals))
            .withHolds(freezes, pins, bypasses);
    return new Reading(snapshot, problems);
  }

  private <O, T> List<T> each(Class<O> type, BiFunction<ObjectReader, O, @Nullable T> read) {
    List<T> found = new ArrayList<>();
    int number = 0;
    for (Typed<O> typed : loaded.of(type)) {
      number++;
      T value = one(typed, number, read);
      if (value != null) {
        found.add(value);
      }
    }
    return found;
  }

  private <O, T> @Nullable T one(
      Typed<O> typed, int number, BiFunction<ObjectReader, O, @Nullable T> read) {
    Document document = typed.document();
    ObjectReader reader = new ObjectReader(document, number);
    T value = read.apply(reader, typed.value());
    reader.problems().forEach(problem -> problems.add(document.root().relocate(problem)));
    return value;
  }

  /** Names are taken without their namespaces here, so two of one name cannot both stand. */
  private <O, T> Map<String, T> unique(
      Class<O> type,
      java.util.function.Function<T, String> name,
      BiFunction<ObjectReader, O, @Nullable T> read) {
    Map<String, T> byName = new LinkedHashMap<>();
    for (Typed<O> typed : loaded.of(type)) {
      T value = one(typed, 0, read);
      if (value != null && byName.putIfAbsent(name.apply(value), value) != null) {
        problems.add(
            typed
                .document()
                .root()
                .relocate(
                    new Problem(
                        "duplicate-object",
                        "metadata.name",
                        "there are two of the name \"" + name.apply(value) + "\"",
                        "rename one, or leave one namespace out")));
      }
    }
    return byName;
  }

  /** Names that lead nowhere: a bypass of no rule is an error, a release may still come. */
  private void checkReferences(Set<String> releases, List<Policy> policies) {
    Set<String> rules = new TreeSet<>(RuleTypes.names());
    rules.addAll(List.of("Freeze", "Pin"));
    for (Policy policy : policies) {
      policy.rules().stream()
          .filter(rule -> !(rule instanceof InvalidRule))
          .map(DeploymentResourceRule::name)
          .forEach(rules::add);
    }
    for (Typed<BypassObject> typed : loaded.of(BypassObject.class)) {
      List<String> named = typed.value().spec().rules();
      for (int i = 0; i < named.size(); i++) {
        if (!rules.contains(named.get(i))) {
          report(
              typed.document(),
              new Problem(
                  "unknown-rule",
                  "spec.rules[" + i + "]",
                  "no rule has the name or type \"" + named.get(i) + "\"",
                  Suggestion.nearest(named.get(i), rules)
                      .map(near -> "did you mean \"" + near + "\"?")
                      .orElse("use one of " + String.join(", ", rules))));
        }
      }
      checkRelease(typed.document(), typed.value().spec().release(), releases);
    }
    loaded
        .of(PinObject.class)
        .forEach(t -> checkRelease(t.document(), t.value().spec().release(), releases));
    loaded
        .of(ApprovalObject.class)
        .forEach(t -> checkRelease(t.document(), t.value().spec().release(), releases));
  }

  private void checkRelease(Document document, @Nullable String release, Set<String> releases) {
    if (release != null && !releases.contains(release)) {
      report(
          document,
          new Problem(
                  "unknown-release",
                  "spec.release",
                  "there is no release \"" + release + "\"",
                  Suggestion.nearest(release, releases)
                      .map(near -> "did you mean \"" + near + "\"?")
                      .orElse("check the name"))
              .asWarning());
    }
  }

  private void report(Document document, Problem problem) {
    problems.add(document.root().relocate(problem));
  }
}
