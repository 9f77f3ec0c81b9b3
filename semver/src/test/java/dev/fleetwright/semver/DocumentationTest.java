package dev.fleetwright.semver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of the page are true. */
class DocumentationTest {

  private static final Path PAGE = Path.of("..", "docs", "semver.md");
  private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");

  @Test
  void everyRowOfEveryTableHolds() throws IOException {
    List<String> header = List.of();
    int rows = 0;
    for (String line : Files.readAllLines(PAGE)) {
      if (!line.startsWith("|")) {
        header = List.of();
      } else if (header.isEmpty()) {
        header = cells(line);
      } else if (!line.startsWith("|---")) {
        check(header, cells(line));
        rows++;
      }
    }
    assertThat(rows).isGreaterThan(60);
  }

  private static void check(List<String> header, List<String> row) {
    String first = row.get(0);
    switch (header.getFirst() + ", " + header.get(1)) {
      case "Range, Same as" ->
          assertThat(Cases.range(first)).as(first).isEqualTo(Cases.range(row.get(1)));
      case "Range, Version" -> checkMember(Prereleases.IF_NAMED, row);
      case "Range, prereleases included, Version" -> checkMember(Prereleases.INCLUDE, row);
      case "Range, To admit" -> {
        Version version = Cases.version(row.get(1));
        assertThat(Cases.range(first).smallestChangeAdmitting(version).text())
            .isEqualTo(row.get(2));
      }
      case "Range refused, Column" -> checkColumn(Range.parse(first), row);
      case "Version refused, Column" -> checkColumn(Version.parse(first), row);
      default -> throw new AssertionError("no check for a table of " + header);
    }
  }

  private static void checkMember(Prereleases prereleases, List<String> row) {
    Range range = Range.parse(row.get(0), prereleases).orThrow();
    assertThat(range.contains(Cases.version(row.get(1))) ? "yes" : "no")
        .as("%s", row)
        .isEqualTo(row.get(2));
  }

  private static void checkColumn(Checked<?> checked, List<String> row) {
    assertThat(checked.isValid()).as("%s", row).isFalse();
    Place place = checked.problems().getFirst().place();
    assertThat(place).isNotNull();
    assertThat(place.column()).as("%s", row).isEqualTo(Integer.parseInt(row.get(1)));
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    String inner = line.substring(1, line.lastIndexOf('|'));
    for (String cell : CELL_BORDER.split(inner, -1)) {
      String text = cell.strip().replace("\\|", "|");
      boolean code = text.length() > 1 && text.startsWith("`") && text.endsWith("`");
      cells.add(code ? text.substring(1, text.length() - 1) : text);
    }
    return cells;
  }
}
