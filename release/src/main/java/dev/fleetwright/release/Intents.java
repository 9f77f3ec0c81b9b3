package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was admitted since the snapshot was taken and does not show in it yet. The one thread that
 * admits adds to it before it looks at the next target, so two targets never pass one limit.
 */
public final class Intents {

  /** One deployment that was admitted. */
  public record Intent(Target target, String release, long at) {}

  private final List<Intent> all = new ArrayList<>();
  private final Map<String, List<Intent>> byDeployment = new HashMap<>();
  private final Map<String, Integer> byResource = new HashMap<>();
  private final Map<String, Integer> byEnvironment = new HashMap<>();

  public void add(Target target, String release, long at) {
    Intent intent = new Intent(target, release, at);
    all.add(intent);
    byDeployment.computeIfAbsent(target.deployment(), key -> new ArrayList<>()).add(intent);
    byResource.merge(target.resource().name(), 1, Integer::sum);
    byEnvironment.merge(target.environment(), 1, Integer::sum);
  }

  public List<Intent> all() {
    return List.copyOf(all);
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public int onResource(String name) {
    return byResource.getOrDefault(name, 0);
  }

  public int inEnvironment(String name) {
    return byEnvironment.getOrDefault(name, 0);
  }

  public List<Intent> ofDeployment(String name) {
    return byDeployment.getOrDefault(name, List.of());
  }
}
