package dev.fleetwright.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The forms as patterns say them, on thousands of short texts of the characters that matter. */
class NameSyntaxTest {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String QUALIFIED = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

  private static boolean fits(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).matches();
  }

  private static void check(String text) {
    assertThat(NameSyntax.isLabel(text)).as(text).isEqualTo(fits(LABEL, text));
    assertThat(NameSyntax.isLabel1035(text))
        .as(text)
        .isEqualTo(fits("[a-z]([-a-z0-9]*[a-z0-9])?", text));
    assertThat(NameSyntax.isSubdomain(text)).as(text).isEqualTo(fits(SUBDOMAIN, text));
    assertThat(NameSyntax.isLabelValue(text))
        .as(text)
        .isEqualTo(fits("(" + QUALIFIED + ")?", text));
    assertThat(NameSyntax.isKey(text))
        .as(text)
        .isEqualTo(fits("(" + SUBDOMAIN + "/)?" + QUALIFIED, text));
    assertThat(NameSyntax.isDataKey(text))
        .as(text)
        .isEqualTo(fits("(?!\\.\\.|\\.\\z)[-._a-zA-Z0-9]{1,253}", text));
    assertThat(NameSyntax.isPathStep(text)).as(text).isEqualTo(fits("(?!\\.{1,2}\\z)[^/%]+", text));
  }

  @Test
  void agrees_with_patterns_on_short_texts() {
    String characters = "az09AZ-_./%~é\n";
    var random = new Random(7);
    for (int i = 0; i < 30_000; i++) {
      var text = new StringBuilder();
      for (int length = random.nextInt(8); length > 0; length--) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      check(text.toString());
    }
  }

  @Test
  void agrees_with_patterns_where_length_matters() {
    for (int length = 60; length < 68; length++) {
      check("a".repeat(length));
      check("example.org/" + "a".repeat(length));
      check("a".repeat(length) + "/a");
      check("A" + ".".repeat(length - 2) + "z");
      check("a".repeat(length + 189));
    }
  }
}
