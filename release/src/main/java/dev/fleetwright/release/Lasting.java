package dev.fleetwright.release;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The last answer of a pure function of time, kept for as long as it holds. Threads may overwrite
 * each other's without harm.
 */
public final class Lasting<T> {

  /** An answer and when it may change. */
  public record Answer<T>(T value, long until) {}

  private record Known<T>(long asked, Answer<T> answer) {}

  private final LongFunction<Answer<T>> compute;
  private volatile @Nullable Known<T> last;

  public Lasting(LongFunction<Answer<T>> compute) {
    this.compute = compute;
  }

  public Answer<T> at(long time) {
    Known<T> known = last;
    if (known != null && known.asked <= time && time < known.answer.until) {
      return known.answer;
    }
    Answer<T> answer = compute.apply(time);
    last = new Known<>(time, answer);
    return answer;
  }
}
