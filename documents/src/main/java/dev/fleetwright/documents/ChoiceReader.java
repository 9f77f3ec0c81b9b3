package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one of several record types; a field of the mapping names which. */
final class ChoiceReader extends ValueReader {

  private final String field;
  private final Map<String, Class<?>> choices;
  private final List<String> names;
  private final @Nullable Class<?> otherwise;
  private final Function<Class<?>, RecordReader> readers;

  ChoiceReader(
      String field,
      Map<String, Class<?>> choices,
      @Nullable Class<?> otherwise,
      Function<Class<?>, RecordReader> readers) {
    this.field = field;
    this.choices = choices;
    this.names = List.copyOf(choices.keySet());
    this.otherwise = otherwise;
    this.readers = readers;
  }

  @Override
  String wanted() {
    return "a mapping with the field " + Words.quoted(field);
  }

  @Override
  Object read(Node node, Problems problems) {
    if (!(node instanceof MappingNode mapping)) {
      return wrongType(node, problems);
    }
    Node chosen = mapping.children().get(field);
    if (chosen == null && otherwise != null) {
      return readers.apply(otherwise).read(node, Set.of(field), problems);
    }
    if (chosen == null) {
      problems.error(() ->
          new Problem(
                  "missing-field",
                  node.path.child(field).toString(),
                  "missing field " + Words.quoted(field),
                  Words.instead("", names, "add it"))
              .at(node.keyPlace()));
      return FAILED;
    }
    Object name = ScalarReaders.STRING.read(chosen, problems);
    if (!(name instanceof String text)) {
      return FAILED;
    }
    Class<?> type = choices.get(text);
    if (type == null) {
      problems.error(() ->
          chosen.problem(
              "unknown-value",
              Words.shown(text) + " is no known " + field,
              Words.instead(text, names, "see the documentation of the field")));
      return FAILED;
    }
    return readers.apply(type).read(node, Set.of(field), problems);
  }
}
