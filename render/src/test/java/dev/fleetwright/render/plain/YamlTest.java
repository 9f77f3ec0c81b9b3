package dev.fleetwright.render.plain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlTest {

  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          "a",
          "y",
          "No",
          "on",
          "null",
          "~",
          "1",
          "0777",
          "1e3",
          "0x1F",
          ".5",
          "-",
          "- a",
          "a: b",
          "a #b",
          "#",
          "a\nb",
          "a\nb\n",
          "a\n\n",
          "\na",
          " a\nb",
          "a \nb",
          "tab\there",
          "\u0000",
          "é",
          "😀",
          "\u2028",
          "'",
          "\"",
          "\\",
          "@x",
          "`",
          "%a",
          "{",
          "[",
          "a,b",
          "---",
          "12:30:45",
          "2001-01-01",
          "=",
          "<<",
          "nginx:1.27",
          "a:",
          "x\r\ny",
          "true",
          "\uFEFFa");

  private static Object value(Random random, int depth) {
    int choice = random.nextInt(depth > 3 ? 4 : 6);
    return switch (choice) {
      case 0 -> (long) random.nextInt(100);
      case 1 -> random.nextBoolean();
      case 2, 3 -> WORDS.get(random.nextInt(WORDS.size()));
      case 4 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(random, depth + 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put(WORDS.get(random.nextInt(WORDS.size())), value(random, depth + 1));
        }
        yield map;
      }
    };
  }

  @Test
  void whatIsWrittenReadsBackAsItWas() {
    Random random = new Random(3);
    for (int i = 0; i < 3_000; i++) {
      Object value = value(random, 0);
      String yaml = Yaml.text(value);
      Object back = new Load(LoadSettings.builder().build()).loadFromString(yaml);
      assertThat(Json.compact(back)).as(yaml).isEqualTo(Json.compact(value));
    }
  }

  @Test
  void wordsThatOldReadersTakeForSomethingElseAreQuoted() {
    assertThat(Yaml.text(Map.of("a", "yes"))).isEqualTo("a: \"yes\"\n");
    assertThat(Yaml.text(Map.of("n", "0o17"))).isEqualTo("\"n\": \"0o17\"\n");
    assertThat(Yaml.text(Map.of("a", "line\nline\n"))).isEqualTo("a: |\n  line\n  line\n");
  }

  @Test
  void secretsAreHiddenAndTheCaretStaysInPlace() {
    Redaction redaction = new Redaction(java.util.Set.of("hunter22", "ab"));
    assertThat(redaction.text("p=hunter22, ab, about")).isEqualTo("p=(secret), (secret), about");
    var problem =
        new dev.fleetwright.model.Problem("c", "", "m", "")
            .at(new dev.fleetwright.model.Place("f", 1, 1, 1, "x: hunter22 # y"));
    assertThat(redaction.in(problem).place()).extracting("lineText").isEqualTo("x: •••••••• # y");
  }
}
