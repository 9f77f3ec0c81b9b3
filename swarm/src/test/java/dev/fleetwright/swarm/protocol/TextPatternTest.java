package dev.fleetwright.swarm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TextPatternTest {

  private static final List<String> EXPRESSIONS =
      List.of(
          "^[^.*#\\s\\x00-\\x1f\\x7f]+$",
          "^[a-c]+$",
          "^[^a]+$",
          "(Z|[+]00:00)$",
          "(a|bc)$",
          "(a+|b)$",
          "^(a|b)$",
          "[ab]$",
          "^[a-c&&[b]]+$",
          "^a|b$");

  private static final String LETTERS = "abcZ+0:.*# \t\n\r\u0085\u2028é\ud83d\ude00|[]";

  @Test
  void theQuickAnswerIsAlwaysTheGeneralOne() {
    Random random = new Random(7);
    for (String expression : EXPRESSIONS) {
      TextPattern quick = TextPattern.of(expression);
      Pattern general = Pattern.compile(expression);
      for (int i = 0; i < 20_000; i++) {
        String text = text(random);
        assertThat(quick.isFoundIn(text))
            .as("%s in <%s>", expression, text)
            .isEqualTo(general.matcher(text).find());
      }
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return random.nextInt(4) == 0 ? text + "+00:00" : text.toString();
  }
}
