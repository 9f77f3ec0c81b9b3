package dev.fleetwright.status;

import java.util.List;

/** Keeps a result below what an object may carry, whatever its cells are. */
final class SizeBudget {

  private static final int CELL = 40;

  private long left;
  private boolean first = true;

  SizeBudget(long bytes) {
    this.left = bytes;
  }

  /** Whether there is room for the row; there always is for the first. */
  boolean takes(List<Datum> cells) {
    for (Datum cell : cells) {
      left -= CELL + size(cell);
    }
    boolean takes = first || left >= 0;
    first = false;
    return takes;
  }

  private static long size(Datum cell) {
    return switch (cell) {
      case Datum.Text(String text) -> text.length();
      case Datum.Items items -> Json.of(items.items()).length();
      case Datum.Fields fields -> Json.of(fields.fields()).length();
      default -> 0;
    };
  }
}
