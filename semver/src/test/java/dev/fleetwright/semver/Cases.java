package dev.fleetwright.semver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Reads the tables of cases: tab-separated, {@code #} comments, {@code ""} for the empty text. */
final class Cases {

  private Cases() {}

  static List<List<String>> table(String name) {
    return lines(name).stream().map(line -> List.of(line.split("\t", -1))).toList();
  }

  static List<String> lines(String name) {
    try (InputStream in = Cases.class.getResourceAsStream("/cases/" + name)) {
      String all =
          new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      return all.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(String cell) {
    return cell.equals("\"\"") ? "" : cell.translateEscapes();
  }

  static Prereleases prereleases(String cell) {
    return switch (cell) {
      case "" -> Prereleases.IF_NAMED;
      case "pre" -> Prereleases.INCLUDE;
      default -> throw new IllegalArgumentException(cell);
    };
  }

  static Range range(String cell, String prereleases) {
    return Range.parse(text(cell), prereleases(prereleases)).orThrow();
  }

  static Range range(String text) {
    return Range.parse(text).orThrow();
  }

  static Version version(String text) {
    return Version.parse(text).orThrow();
  }
}
