package dev.fleetwright.render.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SyntaxTest {

  private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern VALUE =
      Pattern.compile("(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");

  @Test
  void agreesWithTheRegularExpressionsOfKubernetes() {
    Random random = new Random(1);
    String alphabet = "aZ0-._/ é";
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(7);
      for (int j = 0; j < length; j++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String word = text.toString();
      assertThat(Syntax.isDnsLabel(word)).as(word).isEqualTo(LABEL.matcher(word).matches());
      assertThat(Syntax.isSubdomain(word)).as(word).isEqualTo(SUBDOMAIN.matcher(word).matches());
      assertThat(Syntax.isLabelValue(word)).as(word).isEqualTo(VALUE.matcher(word).matches());
    }
  }

  @Test
  void lengthsCount() {
    assertThat(Syntax.isDnsLabel("a".repeat(63))).isTrue();
    assertThat(Syntax.isDnsLabel("a".repeat(64))).isFalse();
    assertThat(Syntax.isSubdomain("a".repeat(253))).isTrue();
    assertThat(Syntax.isSubdomain("a".repeat(254))).isFalse();
    assertThat(Syntax.isLabelValue("a".repeat(64))).isFalse();
    assertThat(Syntax.isServiceName("1web")).isFalse();
    assertThat(Syntax.isServiceName("web1")).isTrue();
    assertThat(List.of("a", "a.b/c", "app.kubernetes.io/name")).allMatch(Syntax::isKey);
    assertThat(List.of("", "/a", "a/", "a/b/c", "A.b/c", "-a")).noneMatch(Syntax::isKey);
  }

  @Test
  void quantitiesCompareAcrossUnits() {
    assertThat(Quantities.compare("1Gi", "1024Mi")).isZero();
    assertThat(Quantities.compare("500m", "0.5")).isZero();
    assertThat(Quantities.compare("1G", "1Gi")).isNegative();
    assertThat(Quantities.compare(2L, "1500m")).isPositive();
    assertThat(Quantities.compare("2", "many")).isZero();
  }
}
