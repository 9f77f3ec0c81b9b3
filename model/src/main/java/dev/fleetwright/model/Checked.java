package dev.fleetwright.model;

import java.util.List;
import java.util.function.Function;

/**
 * A value made from what a user wrote, or the problems that kept it from being made.
 *
 * <pre>{@code
 * switch (Range.parse(text)) {
 *   case Checked.Valid(Range range) -> use(range);
 *   case Checked.Invalid(List<Problem> problems) -> report(problems);
 * }
 * }</pre>
 */
public sealed interface Checked<T> {

  record Valid<T>(T value) implements Checked<T> {}

  record Invalid<T>(List<Problem> problems) implements Checked<T> {
    public Invalid {
      problems = List.copyOf(problems);
      if (problems.isEmpty()) {
        throw new IllegalArgumentException("an invalid value has at least one problem");
      }
    }
  }

  static <T> Checked<T> valid(T value) {
    return new Valid<>(value);
  }

  static <T> Checked<T> invalid(Problem problem) {
    return new Invalid<>(List.of(problem));
  }

  static <T> Checked<T> invalid(List<Problem> problems) {
    return new Invalid<>(problems);
  }

  default boolean isValid() {
    return this instanceof Valid;
  }

  /** The problems; empty for a valid value. */
  default List<Problem> problems() {
    return switch (this) {
      case Valid<T> _ -> List.of();
      case Invalid<T>(List<Problem> found) -> found;
    };
  }

  default <R> Checked<R> map(Function<? super T, ? extends R> f) {
    return switch (this) {
      case Valid<T>(T value) -> new Valid<>(f.apply(value));
      case Invalid<T>(List<Problem> found) -> new Invalid<>(found);
    };
  }

  /**
   * The value, for callers that know it to be valid: constants and values checked before.
   *
   * @throws IllegalArgumentException with every problem's message, when it is not
   */
  default T orThrow() {
    return switch (this) {
      case Valid<T>(T value) -> value;
      case Invalid<T>(List<Problem> found) ->
          throw new IllegalArgumentException(
              String.join("; ", found.stream().map(Problem::message).toList()));
    };
  }
}
