package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.DownsyncPolicyClause;
import dev.fleetwright.placement.kinds.Modulation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A clause of a policy made ready for matching: its tests in a fixed order, all of which an object
 * must pass. The verdict and its explanation come from the same tests.
 */
final class Clause {

  private static final String ANY = "*";

  /** A test of one field. Says what passed, or why nothing did. */
  private interface Test {
    TestVerdict verdict(WorkloadObject object, Map<String, String> namespaceLabels);

    boolean passes(WorkloadObject object, Map<String, String> namespaceLabels);
  }

  private final int index;
  private final Modulation modulation;
  private final List<Test> tests = new ArrayList<>();
  private final boolean readsNamespaceLabels;

  Clause(int index, DownsyncPolicyClause clause) {
    this.index = index;
    this.modulation = clause.modulation();
    String apiGroup = clause.apiGroup();
    if (apiGroup != null) {
      names("apiGroup", List.of(apiGroup), object -> object.key().group());
    }
    names("resources", clause.resources(), object -> object.key().resource());
    names("namespaces", clause.namespaces(), object -> object.key().namespace());
    names("objectNames", clause.objectNames(), object -> object.key().name());
    selectors(
        "namespaceSelectors",
        Selector.all(clause.namespaceSelectors()),
        (selector, object, labels) ->
            object.key().isNamespaced() ? selector.matches(labels) : selector.isEmpty(),
        (selector, object, labels) ->
            object.key().isNamespaced()
                ? selector.failure(labels).map(why -> "of the namespace, " + why).orElse("")
                : "the object has no namespace");
    selectors(
        "objectSelectors",
        Selector.all(clause.objectSelectors()),
        (selector, object, labels) -> selector.matches(object.labels()),
        (selector, object, labels) -> selector.failure(object.labels()).orElse(""));
    this.readsNamespaceLabels = !clause.namespaceSelectors().isEmpty();
  }

  Modulation modulation() {
    return modulation;
  }

  boolean readsNamespaceLabels() {
    return readsNamespaceLabels;
  }

  /** A clause without tests matches nothing; it is reported when the policy is written. */
  boolean matches(WorkloadObject object, Map<String, String> namespaceLabels) {
    for (Test test : tests) {
      if (!test.passes(object, namespaceLabels)) {
        return false;
      }
    }
    return !tests.isEmpty();
  }

  /** The tests up to the first that fails. */
  ClauseVerdict verdict(WorkloadObject object, Map<String, String> namespaceLabels) {
    List<TestVerdict> verdicts = new ArrayList<>();
    for (Test test : tests) {
      TestVerdict verdict = test.verdict(object, namespaceLabels);
      verdicts.add(verdict);
      if (!verdict.passed()) {
        return new ClauseVerdict(index, false, verdicts);
      }
    }
    return new ClauseVerdict(index, !tests.isEmpty(), verdicts);
  }

  private void names(String field, List<String> wanted, Function<WorkloadObject, String> part) {
    if (wanted.isEmpty()) {
      return;
    }
    Set<String> names = new HashSet<>(wanted);
    boolean any = names.contains(ANY);
    tests.add(
        new Test() {
          @Override
          public boolean passes(WorkloadObject object, Map<String, String> labels) {
            return any || names.contains(part.apply(object));
          }

          @Override
          public TestVerdict verdict(WorkloadObject object, Map<String, String> labels) {
            String found = part.apply(object);
            boolean passed = passes(object, labels);
            String shown = found.isEmpty() ? nothing(field) : "\"" + found + "\"";
            String because =
                passed
                    ? any && !names.contains(found) ? "* is any" : "is " + shown
                    : "is "
                        + shown
                        + ", wanted "
                        + (wanted.size() == 1 ? quoted(wanted.getFirst()) : "one of " + wanted);
            return new TestVerdict(field, passed, because);
          }
        });
  }

  private static String quoted(String name) {
    return "\"" + name + "\"";
  }

  private static String nothing(String field) {
    return field.equals("apiGroup") ? "the core group" : "none";
  }

  /** Applied to a selector, an object and the labels of its namespace. */
  private interface SelectorTest {
    boolean holds(Selector selector, WorkloadObject object, Map<String, String> labels);
  }

  /** Why a selector does not hold. */
  private interface SelectorFailure {
    String why(Selector selector, WorkloadObject object, Map<String, String> labels);
  }

  private void selectors(
      String field, List<Selector> selectors, SelectorTest test, SelectorFailure failure) {
    if (selectors.isEmpty()) {
      return;
    }
    tests.add(
        new Test() {
          @Override
          public boolean passes(WorkloadObject object, Map<String, String> labels) {
            return first(object, labels) >= 0;
          }

          private int first(WorkloadObject object, Map<String, String> labels) {
            for (int i = 0; i < selectors.size(); i++) {
              if (test.holds(selectors.get(i), object, labels)) {
                return i;
              }
            }
            return -1;
          }

          @Override
          public TestVerdict verdict(WorkloadObject object, Map<String, String> labels) {
            int found = first(object, labels);
            if (found >= 0) {
              return new TestVerdict(
                  field + "[" + found + "]", true, "selects " + selectors.get(found));
            }
            List<String> why =
                selectors.stream().map(selector -> failure.why(selector, object, labels)).toList();
            return new TestVerdict(field, false, String.join("; or ", why));
          }
        });
  }
}
