package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule writes its answer into. The same loop decides and explains: a rule removes by index
 * and, only when {@link #explains()} says that someone reads them, makes the reasons.
 *
 * <pre>{@code
 * if (tooYoung) {
 *   answer.remove(i);
 *   answer.changesAt(oldEnoughAt);
 *   if (answer.explains()) {
 *     answer.because(i, Reason.of("cooldown", "..."));
 *   }
 * }
 * }</pre>
 */
public final class Narrowing {

  private final DeploymentResourceContext context;
  private final Releases candidates;
  private final boolean explains;
  private long @Nullable [] kept;
  private long changesAt = Micros.NEVER;
  private @Nullable List<Removal> removals;
  private @Nullable List<Note> notes;

  public Narrowing(DeploymentResourceContext context, Releases candidates) {
    this.context = context;
    this.candidates = candidates;
    this.explains = context.explains();
  }

  public boolean explains() {
    return explains;
  }

  public void remove(int index) {
    long[] bits = kept;
    if (bits == null) {
      bits = candidates.copyOfBits();
      kept = bits;
    }
    bits[index >>> 6] &= ~(1L << index);
  }

  public void removeAll(Releases which) {
    for (int i = which.next(0); i >= 0; i = which.next(i + 1)) {
      remove(i);
    }
  }

  /** A time at which the answer may change; times that have passed are left out. */
  public void changesAt(long time) {
    if (time > context.now() && time < changesAt) {
      changesAt = time;
    }
  }

  public void because(int index, Reason reason) {
    List<Removal> list = removals;
    if (list == null) {
      list = new ArrayList<>();
      removals = list;
    }
    list.add(new Removal(candidates.at(index).id(), reason));
  }

  /** The same reason for several. */
  public void becauseAll(Releases which, Reason reason) {
    for (int i = which.next(0); i >= 0; i = which.next(i + 1)) {
      because(i, reason);
    }
  }

  public void note(Note note) {
    List<Note> list = notes;
    if (list == null) {
      list = new ArrayList<>();
      notes = list;
    }
    list.add(note);
  }

  public DeploymentResourceRuleResult result() {
    long[] bits = kept;
    List<Removal> why = removals;
    List<Note> said = notes;
    return new DeploymentResourceRuleResult(
        bits == null ? candidates : candidates.masked(bits),
        changesAt,
        why == null ? List.of() : why,
        said == null ? List.of() : said);
  }
}
