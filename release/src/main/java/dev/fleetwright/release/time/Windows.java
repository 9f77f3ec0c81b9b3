package dev.fleetwright.release.time;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Several windows seen as one: which are active, and when that may change. */
public final class Windows {

  /**
   * What holds from the time that was asked about until just before {@code until}.
   *
   * @param active the windows that are active
   * @param until when one of them ends or another begins
   * @param nextStart the next beginning; {@link Micros#NEVER} when there is none
   * @param lastEnd the latest end of the active ones; {@link Micros#NEVER} when none is active
   */
  public record State(long asked, long until, List<Window> active, long nextStart, long lastEnd) {

    public boolean isActive() {
      return !active.isEmpty();
    }

    public String names() {
      return active.stream().map(Window::name).collect(Collectors.joining(", "));
    }
  }

  private final List<Window> all;

  /**
   * The last answer, which holds for every time up to its {@code until}. A cache of a pure
   * function: threads may overwrite each other's without harm.
   */
  private volatile @Nullable State last;

  public Windows(List<Window> all) {
    this.all = List.copyOf(all);
  }

  public List<Window> all() {
    return all;
  }

  public State at(long time) {
    State known = last;
    if (known != null && known.asked <= time && time < known.until) {
      return known;
    }
    State computed = compute(time);
    last = computed;
    return computed;
  }

  private State compute(long time) {
    List<Window> active = new java.util.ArrayList<>();
    long nextStart = Micros.NEVER;
    long firstEnd = Micros.NEVER;
    long lastEnd = Micros.ALWAYS;
    for (Window window : all) {
      Occurrence occurrence = window.activeAt(time);
      if (occurrence != null) {
        active.add(window);
        firstEnd = Math.min(firstEnd, occurrence.end());
        lastEnd = Math.max(lastEnd, occurrence.end());
      }
      nextStart = Math.min(nextStart, window.nextStartAfter(time));
    }
    return new State(
        time,
        Math.min(firstEnd, nextStart),
        List.copyOf(active),
        nextStart,
        active.isEmpty() ? Micros.NEVER : lastEnd);
  }
}
