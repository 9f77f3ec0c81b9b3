package dev.fleetwright.release.forecast;

import dev.fleetwright.release.Selection;
import java.util.List;

/**
 * What happens to one target.
 *
 * @param last the answer that stands at the end, with its reasons
 */
public record Course(String target, List<Segment> segments, Selection last) {

  public Course {
    segments = List.copyOf(segments);
  }
}
