package dev.fleetwright.render.matching;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.transform.Transformer;
import java.util.Collection;
import java.util.Map;

/**
 * How well a transformer fits, broken down.
 *
 * <pre>
 * 100  for meeting all requirements
 *  13  2 of 6 optional traits: ⌊2 · 40 ÷ 6⌋
 *  10  the label workload-type is equal
 *  10  priority
 * 133
 * </pre>
 */
public record Score(int base, int resources, int traits, int policies, int labels, int priority) {

  private static final int BASE = 100;
  private static final int ALL_RESOURCES = 30;
  private static final int ALL_TRAITS = 40;
  private static final int EACH_POLICY = 20;
  private static final int EACH_LABEL = 10;

  static Score of(Transformer transformer, FlatComponent component) {
    Transformer.Needs optional = transformer.optional();
    return new Score(
        BASE,
        share(ALL_RESOURCES, optional.resources().keySet(), component.resources()),
        share(ALL_TRAITS, optional.traits().keySet(), component.traits()),
        EACH_POLICY * covered(optional.policies().keySet(), component.policies()),
        EACH_LABEL * equalLabels(transformer.metadata().labels(), component.labels()),
        transformer.priority());
  }

  private static int share(int whole, Collection<String> declared, Collection<String> present) {
    return declared.isEmpty() ? 0 : whole * covered(declared, present) / declared.size();
  }

  private static int covered(Collection<String> declared, Collection<String> present) {
    int count = 0;
    for (String fqn : declared) {
      count += present.contains(fqn) ? 1 : 0;
    }
    return count;
  }

  private static int equalLabels(Map<String, String> ours, Map<String, String> theirs) {
    int count = 0;
    for (Map.Entry<String, String> label : ours.entrySet()) {
      if (!label.getKey().equals(Transformer.PRIORITY)
          && label.getValue().equals(theirs.get(label.getKey()))) {
        count++;
      }
    }
    return count;
  }

  public int total() {
    return base + resources + traits + policies + labels + priority;
  }

  /** {@code 133 = 100 base + 13 traits + 10 labels + 10 priority}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder().append(total()).append(" = ").append(base);
    out.append(" base");
    part(out, resources, "optional resources");
    part(out, traits, "optional traits");
    part(out, policies, "optional policies");
    part(out, labels, "labels");
    part(out, priority, "priority");
    return out.toString();
  }

  private static void part(StringBuilder out, int points, String what) {
    if (points != 0) {
      out.append(points < 0 ? " - " : " + ").append(Math.abs(points)).append(' ').append(what);
    }
  }
}
