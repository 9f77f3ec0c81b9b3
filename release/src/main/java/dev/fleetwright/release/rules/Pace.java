package dev.fleetwright.release.rules;

import dev.fleetwright.release.TargetSelector;
import java.util.List;

/** How a rollout goes through its targets. Durations are in microseconds. */
public sealed interface Pace {

  /**
   * So many targets per time window.
   *
   * @param targets 0 when percent is given
   * @param percent of the group, rounded up; 0 when targets is given
   */
  record Rate(int targets, int percent, long period) implements Pace {

    int limit(int groupSize) {
      return targets > 0 ? targets : Math.max(1, (int) (((long) groupSize * percent + 99) / 100));
    }
  }

  /** One after the other in a stable order; the start is the first deployment, or the creation. */
  record Ordered(Curve curve, boolean fromCreation) implements Pace {}

  /** Wave after wave; a target belongs to the first wave that selects it. */
  record Waves(List<Wave> waves) implements Pace {
    public Waves {
      waves = List.copyOf(waves);
    }
  }

  /** One wave: when so many percent of it run the release for the soak, the next may begin. */
  record Wave(String name, TargetSelector selector, long soak, int percent) {}

  /** When a place in the order has its turn, counted from the start. */
  sealed interface Curve {

    long offset(int position, int groupSize);

    /** Place × interval. */
    record Linear(long interval) implements Curve {
      @Override
      public long offset(int position, int groupSize) {
        return Math.multiplyExact(interval, (long) position);
      }
    }

    /** The whole takes so long, however many targets there are. */
    record Normalised(long total) implements Curve {
      @Override
      public long offset(int position, int groupSize) {
        return groupSize == 0 ? 0 : (long) ((double) total * position / groupSize);
      }
    }

    /** T(1 − e^(−x/g)): slow at first in places per time turns fast; g is in places. */
    record Exponential(long total, double growth) implements Curve {
      @Override
      public long offset(int position, int groupSize) {
        return (long) (total * -Math.expm1(-position / growth));
      }
    }
  }
}
