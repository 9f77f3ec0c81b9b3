package dev.fleetwright.apiserver.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a tab-separated table that is packed with the program. */
final class TableFile {
  private TableFile() {}

  /** The rows without comments; absent trailing cells are empty. */
  static List<List<String>> rows(String name, int columns) {
    try (InputStream in = TableFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the table " + name + " is missing from the program");
      }
      try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        return reader
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(line -> cells(line, columns))
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> cells(String line, int columns) {
    var cells = new String[columns];
    var given = line.split("\t", -1);
    for (int i = 0; i < columns; i++) {
      cells[i] = i < given.length ? given[i] : "";
    }
    return List.of(cells);
  }
}
