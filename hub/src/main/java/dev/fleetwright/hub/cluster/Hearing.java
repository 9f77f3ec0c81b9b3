package dev.fleetwright.hub.cluster;

import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which clusters are heard of, by the swarms that they run. A swarm is heard of while its last
 * aggregate is not too old; a cluster while one of its swarms is. Heartbeats stay in memory: only
 * the change from one to the other is news.
 */
public final class Hearing {

  /** What is known of the swarms of one cluster, and since when none of them was heard. */
  private static final class Ear {
    private final Map<String, Boolean> swarms = new HashMap<>();
    private Instant silentSince = Instant.MAX;

    private boolean hears() {
      return swarms.containsValue(true);
    }
  }

  private final Map<String, Ear> clusters = new HashMap<>();
  private final Duration silence;
  private final InstantSource clock;
  private final Consumer<String> news;

  /**
   * @param silence the age at which a swarm's last aggregate is too old
   * @param news is told the name of a cluster that is heard of again, or not any more
   */
  public Hearing(Duration silence, InstantSource clock, Consumer<String> news) {
    this.silence = silence;
    this.clock = clock;
    this.news = news;
  }

  public void seen(SwarmView view) {
    SwarmId.parse(view.swarmId())
        .ifPresent(swarm -> {
          if (note(swarm.cluster(), view)) {
            news.accept(swarm.cluster());
          }
        });
  }

  private synchronized boolean note(String cluster, SwarmView view) {
    boolean first = !clusters.containsKey(cluster);
    Ear ear = clusters.computeIfAbsent(cluster, _ -> new Ear());
    boolean before = ear.hears();
    if (view.state() == SwarmState.REMOVED) {
      ear.swarms.remove(view.swarmId());
    } else {
      ear.swarms.put(view.swarmId(), view.state() != SwarmState.UNKNOWN);
    }
    if (first || before != ear.hears()) {
      // What was heard before is silent for that long already; what is new has time to speak.
      ear.silentSince = before ? clock.instant().minus(silence) : clock.instant();
      return true;
    }
    return false;
  }

  synchronized boolean hears(String cluster) {
    Ear ear = clusters.get(cluster);
    return ear != null && ear.hears();
  }

  /** Since when nothing is heard of a cluster that has swarms; empty for all others. */
  synchronized Optional<Instant> silentSince(String cluster) {
    Ear ear = clusters.get(cluster);
    return ear == null || ear.swarms.isEmpty() || ear.hears()
        ? Optional.empty()
        : Optional.of(ear.silentSince);
  }
}
