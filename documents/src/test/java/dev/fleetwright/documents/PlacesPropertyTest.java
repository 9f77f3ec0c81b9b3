package dev.fleetwright.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents are written by a generator that knows where it puts each value, in every style, between
 * comments and wide characters. Reading them must find the same values at the same places, and each
 * character of a value at the same character of the file.
 */
class PlacesPropertyTest {

  private record Written(String value, int line, int column, boolean exact) {}

  /** Writes one document. */
  private static final class Writer {
    private static final String[] WORDS = {
      "alpha", "β", "😀", "x1", "it's", "\"q\"", "a:b", "#no", "tab\there", "é\u0301", "𝒳y", "\\w"
    };

    private final Random random;
    private final String lineBreak;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, Written> written = new LinkedHashMap<>();
    private int line = 1;
    private int column = 1;

    Writer(long seed) {
      this.random = new Random(seed);
      this.lineBreak = seed % 3 == 0 ? "\r\n" : "\n";
    }

    void put(String text) {
      for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
        int c = text.codePointAt(i);
        if (c == '\n') {
          out.append(lineBreak);
          line++;
          column = 1;
        } else {
          out.appendCodePoint(c);
          column++;
        }
      }
    }

    void mapping(String path, int depth) {
      String indent = "  ".repeat(depth);
      int keys = 1 + random.nextInt(4);
      for (int i = 0; i < keys; i++) {
        comment(indent);
        String key = "k" + i;
        String childPath = path.isEmpty() ? key : path + "." + key;
        put(indent + key + ":");
        if (depth < 4 && random.nextInt(3) == 0) {
          put("\n");
          mapping(childPath, depth + 1);
        } else if (random.nextInt(4) == 0) {
          put(" [");
          for (int n = 0; n < 3; n++) {
            flowScalar(childPath + "[" + n + "]");
            put(n < 2 ? ", " : "]\n");
          }
        } else if (random.nextInt(3) == 0) {
          block(childPath, depth + 1);
        } else {
          put(" ");
          flowScalar(childPath);
          put(random.nextBoolean() ? " # 😀 trailing\n" : "\n");
        }
      }
    }

    private void comment(String indent) {
      if (random.nextInt(4) == 0) {
        put(random.nextBoolean() ? "\n" : indent + "# comment: [𝒳\n");
      }
    }

    private String words() {
      StringBuilder text = new StringBuilder(WORDS[random.nextInt(WORDS.length)]);
      for (int i = random.nextInt(4); i > 0; i--) {
        text.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
      }
      return text.toString();
    }

    private void flowScalar(String path) {
      if (random.nextInt(6) == 0) {
        put(random.nextBoolean() ? "&anchor" + line + " " : "!!str ");
      }
      switch (random.nextInt(4)) {
        case 0 -> {
          String value = "plain" + random.nextInt(100) + "😀".repeat(random.nextInt(3)) + " end";
          record(path, value, true);
          put(value);
        }
        case 1 -> {
          String value = words();
          record(path, value, true);
          put("'" + value.replace("'", "''") + "'");
        }
        case 2 -> {
          String value = words() + "\n\u0007é";
          record(path, value, true);
          put(
              "\""
                  + value
                      .replace("\\", "\\\\")
                      .replace("\"", "\\\"")
                      .replace("\n", "\\n")
                      .replace("\u0007", "\\u0007")
                  + "\"");
        }
        default -> {
          // Folded over two lines, as editors wrap long values.
          record(path, "first second\nthird", true);
          put("\"first\n          second\n\n          third\"");
        }
      }
    }

    private void block(String path, int depth) {
      boolean literal = random.nextBoolean();
      String indent = "  ".repeat(depth) + " ".repeat(random.nextInt(3));
      put(" ");
      StringBuilder value = new StringBuilder();
      StringBuilder text = new StringBuilder(literal ? "|" : ">");
      text.append(random.nextBoolean() ? " # header\n" : "\n");
      int lines = 1 + random.nextInt(4);
      for (int i = 0; i < lines; i++) {
        String words = words();
        boolean gap = i > 0 && random.nextInt(3) == 0;
        text.append(gap ? "\n" : "").append(indent).append(words).append('\n');
        if (literal) {
          value.append(gap ? "\n" : "").append(words).append('\n');
        } else {
          value.append(i == 0 ? "" : gap ? "\n" : " ").append(words);
        }
      }
      record(path, literal ? value.toString() : value + "\n", true);
      put(text.toString());
    }

    private void record(String path, String value, boolean exact) {
      written.put(path, new Written(value, line, column, exact));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_000, 2_000, 3_000, 4_000})
  void everyValueIsFoundWhereItWasWritten(long firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + 50; seed++) {
      Writer writer = new Writer(seed);
      writer.mapping("", 0);
      Source source = new Source("generated.yaml", writer.out.toString());
      DocumentReader.Documents read = new DocumentReader().read(source);
      assertThat(read.problems()).as("seed %d:%n%s", seed, source.text()).isEmpty();
      Node root = read.roots().getFirst();
      for (Map.Entry<String, Written> entry : writer.written.entrySet()) {
        Written wanted = entry.getValue();
        Node node = Objects.requireNonNull(root.at(entry.getKey()), entry.getKey());
        assertThat(node.path()).isEqualTo(entry.getKey());
        assertThat(node.plain()).isEqualTo(wanted.value);
        Place place = Objects.requireNonNull(node.place());
        assertThat(List.of(place.line(), place.column()))
            .as("seed %d, %s in:%n%s", seed, entry.getKey(), source.text())
            .isEqualTo(List.of(wanted.line, wanted.column));
        assertThat(place.lineText()).isEqualTo(source.text().split("\r?\n", -1)[place.line() - 1]);
        everyCharacterIsFound((ScalarNode) node, wanted.value);
      }
    }
  }

  /** Letters stand in the file as themselves, whatever the style, so each can be compared. */
  private static void everyCharacterIsFound(ScalarNode node, String value) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
      int c = value.codePointAt(i);
      if (Character.isLetterOrDigit(c) || c > 0xFFFF) {
        Place place = Objects.requireNonNull(node.placeOf(line, column, 1));
        int[] shown = place.lineText().codePoints().toArray();
        assertThat(Character.toString(shown[place.column() - 1]))
            .as("character %d of %s at %s", i, value, place)
            .isEqualTo(Character.toString(c));
        Problem inside = new Problem("x", "", "x", "").at(new Place("<text>", line, column, 1, ""));
        assertThat(node.relocate(inside).place()).isEqualTo(place);
      }
      line += c == '\n' ? 1 : 0;
      column = c == '\n' ? 1 : column + 1;
    }
  }
}
