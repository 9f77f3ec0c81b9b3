package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FleetTest {

  private static Target target(String name, String deployment, String environment, String current) {
    return new Target(
        name,
        "w",
        deployment,
        environment,
        new Resource("r-" + name, Map.of()),
        null,
        current,
        List.of(),
        List.of());
  }

  /** A fleet that was changed step by step is the fleet that is made of what is left. */
  @Test
  void changes_give_what_a_new_fleet_would() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      Fleet fleet = Fleet.EMPTY;
      Map<String, Target> expected = new TreeMap<>();
      for (int step = 0; step < 12; step++) {
        List<Target> changed = new ArrayList<>();
        Set<String> gone = new HashSet<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          changed.add(
              target(
                  "t" + random.nextInt(12),
                  "d" + random.nextInt(3),
                  "e" + random.nextInt(2),
                  "r" + random.nextInt(4)));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
          gone.add("t" + random.nextInt(12));
        }
        fleet = fleet.with(changed, gone);
        gone.forEach(expected::remove);
        changed.forEach(one -> expected.put(one.name(), one));
        same(fleet, Fleet.of(expected.values()));
      }
    }
  }

  private static void same(Fleet fleet, Fleet expected) {
    assertThat(fleet.targets()).isEqualTo(expected.targets());
    for (int i = 0; i < 12; i++) {
      assertThat(fleet.target("t" + i)).isEqualTo(expected.target("t" + i));
    }
    for (int d = 0; d < 3; d++) {
      assertThat(fleet.ofDeployment("d" + d)).isEqualTo(expected.ofDeployment("d" + d));
      for (int e = 0; e < 2; e++) {
        assertThat(fleet.group("d" + d, "e" + e)).isEqualTo(expected.group("d" + d, "e" + e));
      }
    }
  }

  @Test
  void a_fleet_stays_as_it_was_when_another_is_made_of_it() {
    Fleet before = Fleet.of(List.of(target("a", "d", "e", "1"), target("b", "d", "e", "1")));

    Fleet after = before.with(List.of(target("a", "d", "e", "2")), Set.of("b"));

    assertThat(before.group("d", "e")).extracting(Target::current).containsExactly("1", "1");
    assertThat(after.group("d", "e")).extracting(Target::current).containsExactly("2");
    assertThat(before.targets()).hasSize(2);
  }
}
