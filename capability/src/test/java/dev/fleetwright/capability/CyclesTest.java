package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CyclesTest {

  private static List<Cycle> cycles(List<String> names, String... edges) {
    Cycles cycles = new Cycles(names);
    for (String edge : edges) {
      cycles.add(edge.substring(0, 1), edge.substring(1));
    }
    return cycles.find();
  }

  @Test
  void twoCyclesAreApartAndSorted() {
    assertThat(cycles(List.of("a", "b", "c", "d", "e"), "de", "ed", "ab", "bc", "ca", "cd"))
        .containsExactly(
            new Cycle(List.of("a", "b", "c"), List.of("a", "b", "c")),
            new Cycle(List.of("d", "e"), List.of("d", "e")));
  }

  @Test
  void thePathIsAShortestOne() {
    assertThat(cycles(List.of("a", "b", "c", "d"), "ab", "bc", "cd", "da", "ca").getFirst().path())
        .containsExactly("a", "b", "c");
  }

  @Test
  void chainsAndLoopsToOneselfAreNone() {
    assertThat(cycles(List.of("a", "b", "c"), "ab", "bc", "ac", "aa", "cc")).isEmpty();
    assertThat(cycles(List.of())).isEmpty();
  }

  @Test
  void aLongChainDoesNotOverflowTheStack() {
    int length = 20_000;
    List<String> names =
        IntStream.range(0, length).mapToObj(i -> String.format("m%05d", i)).toList();
    Cycles cycles = new Cycles(names);
    for (int i = 0; i < length; i++) {
      cycles.add(names.get(i), names.get((i + 1) % length));
    }
    List<Cycle> found = cycles.find();
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().path()).hasSize(length);
  }

  /** Two modules are in one component when each reaches the other. */
  @Test
  void componentsAgreeWithReachability() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int size = 1 + random.nextInt(8);
      List<String> names = IntStream.range(0, size).mapToObj(i -> "" + (char) ('a' + i)).toList();
      boolean[][] reaches = new boolean[size][size];
      List<String> edges = new ArrayList<>();
      for (int i = 0; i < size * 2; i++) {
        int from = random.nextInt(size);
        int to = random.nextInt(size);
        reaches[from][to] = true;
        edges.add(names.get(from) + names.get(to));
      }
      for (int k = 0; k < size; k++) {
        for (int i = 0; i < size; i++) {
          for (int j = 0; j < size; j++) {
            reaches[i][j] |= reaches[i][k] && reaches[k][j];
          }
        }
      }
      List<List<String>> expected = new ArrayList<>();
      BitSet placed = new BitSet();
      for (int i = 0; i < size; i++) {
        List<String> members = new ArrayList<>(List.of(names.get(i)));
        for (int j = i + 1; j < size; j++) {
          if (reaches[i][j] && reaches[j][i]) {
            members.add(names.get(j));
            placed.set(j);
          }
        }
        if (members.size() > 1 && !placed.get(i)) {
          expected.add(members);
        }
      }
      List<Cycle> found = cycles(names, edges.toArray(String[]::new));
      assertThat(found.stream().map(Cycle::modules).toList())
          .as("seed %d", seed)
          .isEqualTo(expected);
      for (Cycle cycle : found) {
        for (int i = 0; i < cycle.path().size(); i++) {
          String edge = cycle.path().get(i) + cycle.path().get((i + 1) % cycle.path().size());
          assertThat(edges).contains(edge);
        }
      }
    }
  }
}
