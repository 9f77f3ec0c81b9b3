package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What can be wrong with a game that is well-formed. */
public final class GameChecks {

  private GameChecks() {}

  public static List<Problem> problems(GameDefinition game) {
    List<Problem> problems = new ArrayList<>();
    List<GameModule> listed = game.spec().modules();
    if (listed.isEmpty()) {
      problems.add(
          new Problem(
              "no-modules",
              "spec.modules",
              "the game has no modules",
              "list at least one: - name: NAME of a ModuleManifest"));
    }
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < listed.size(); i++) {
      String name = listed.get(i).name();
      Integer before = first.putIfAbsent(name, i);
      if (before != null) {
        problems.add(
            new Problem(
                "duplicate-module",
                "spec.modules[" + i + "].name",
                "module " + name + " is listed by spec.modules[" + before + "] already",
                "remove one of the two"));
      }
    }
    return problems;
  }
}
