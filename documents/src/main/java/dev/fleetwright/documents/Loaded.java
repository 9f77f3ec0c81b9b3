package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;
import java.util.List;

/**
 * The objects of a run.
 *
 * @param objects those of known kinds that could be read as such
 * @param others those of other kinds, where these are allowed
 * @param problems of reading and binding, in the order of the sources
 */
public record Loaded(List<Typed<?>> objects, List<Document> others, List<Problem> problems) {

  /** An object and the record that it was read as. */
  public record Typed<T>(Document document, T value) {}

  public Loaded {
    objects = List.copyOf(objects);
    others = List.copyOf(others);
    problems = List.copyOf(problems);
  }

  public boolean hasErrors() {
    return problems.stream().anyMatch(Problem::isError);
  }

  /** The objects that were read as one type. */
  public <T> List<Typed<T>> of(Class<T> type) {
    return objects.stream()
        .filter(object -> type.isInstance(object.value()))
        .map(object -> new Typed<>(object.document(), type.cast(object.value())))
        .toList();
  }
}
