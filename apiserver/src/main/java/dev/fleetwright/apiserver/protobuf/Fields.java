package dev.fleetwright.apiserver.protobuf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which number stands for which field of which type, from the table of the program. */
final class Fields {
  /** How often a field can occur in one message. */
  enum Many {
    ONE,
    LIST,
    MAP
  }

  /**
   * @param name the field's name in JSON; {@code *} when the fields of its type stand in its owner
   * @param type a scalar, a special word or the name of a message
   * @param omitEmpty whether its zero value means that it is absent
   */
  record Field(String name, Many many, String type, boolean omitEmpty) {
    boolean isInline() {
      return name.equals("*");
    }
  }

  private static final Map<String, Map<Integer, Field>> TYPES = load();

  private Fields() {}

  /** The fields of a type such as {@code apps.v1.Deployment} by number, or null. */
  static @Nullable Map<Integer, Field> of(String type) {
    return TYPES.get(type);
  }

  private static Map<String, Map<Integer, Field>> load() {
    var types = new HashMap<String, Map<Integer, Field>>();
    try (InputStream in = Fields.class.getResourceAsStream("fields.tsv")) {
      if (in == null) {
        throw new IllegalStateException("fields.tsv is missing from the program");
      }
      try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        lines
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .forEach(line -> {
              int tab = line.indexOf('\t');
              types.put(line.substring(0, tab), fields(line.substring(tab + 1)));
            });
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(types);
  }

  private static Map<Integer, Field> fields(String text) {
    var fields = new HashMap<Integer, Field>();
    for (String one : text.split(" ", -1)) {
      if (!one.isEmpty()) {
        String[] parts = one.split(":", 3);
        boolean omitEmpty = parts[2].endsWith("?");
        String type = omitEmpty ? parts[2].substring(0, parts[2].length() - 1) : parts[2];
        Many many = type.startsWith("[]") ? Many.LIST : type.startsWith("{}") ? Many.MAP : Many.ONE;
        fields.put(
            Integer.valueOf(parts[0]),
            new Field(parts[1], many, many == Many.ONE ? type : type.substring(2), omitEmpty));
      }
    }
    return Map.copyOf(fields);
  }
}
