package dev.fleetwright.swarm.plan;

import java.util.List;

/**
 * The queues that a bee works on.
 *
 * @param in queues it takes from
 * @param out queues it puts into
 */
public record Work(List<String> in, List<String> out) {

  public static final Work NONE = new Work(List.of(), List.of());

  public Work {
    in = List.copyOf(in);
    out = List.copyOf(out);
  }
}
