package dev.fleetwright.semver;

import java.util.List;

/** Texts that nobody writes by accident; none is a version, none is a range. */
final class HostileTexts {

  private HostileTexts() {}

  static List<String> all() {
    int million = 1_000_000;
    return List.of(
        "1".repeat(million),
        "1.2.3-" + "a.".repeat(million / 2),
        "x".repeat(million),
        " ".repeat(million),
        " ".repeat(16_000) + "1 -" + " ".repeat(300),
        ">=".repeat(million / 2),
        "^".repeat(16_000),
        "1 || ".repeat(200_000),
        "|".repeat(16_001),
        "1||".repeat(5_000),
        "1 ".repeat(8_000),
        "!=1,".repeat(4_000),
        "1 - ".repeat(4_000),
        "0".repeat(16_000),
        "\0".repeat(16_000),
        "😀".repeat(8_000),
        "\ud800\udc00\ud800",
        "\u0661.\u0662.\u0663",
        "1.2.3\0",
        "9".repeat(16_000),
        "1.2.3-" + "-".repeat(16_000),
        "1.2.3+" + "1.".repeat(8_000));
  }
}
