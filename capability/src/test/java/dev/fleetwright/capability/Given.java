package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A world and its surroundings from the short form of the case files: scope world, multiplicity 1
 * and mode required unless stated; the game has all modules unless it says otherwise.
 */
record Given(
    WorldInstance world,
    @Nullable GameDefinition game,
    List<ModuleManifest> manifests,
    List<CapabilityBinding> existing) {

  static final String NAMESPACE = "demo";
  static final String WORLD_UID = "11111111-2222-3333-4444-555555555555";
  private static final Binder BINDER = Binder.standard();

  BindingPlan resolve() {
    return CapabilityResolver.resolve(world, game, manifests, existing);
  }

  /** What the world looks like once a plan has been carried out. */
  Given after(BindingPlan plan, Instant now) {
    Map<String, CapabilityBinding> bindings = new LinkedHashMap<>();
    existing.forEach(binding -> bindings.put(binding.metadata().name(), binding));
    plan.stale().forEach(binding -> bindings.remove(binding.metadata().name()));
    plan.writes().forEach(binding -> bindings.put(binding.name(), binding.object()));
    return new Given(
        new WorldInstance(world.metadata(), world.spec(), plan.status(now)),
        game,
        manifests,
        List.copyOf(bindings.values()));
  }

  static Given of(Map<String, Object> written) {
    String worldName = String.valueOf(written.getOrDefault("worldName", "w"));
    String gameName = String.valueOf(written.getOrDefault("gameName", "g"));
    Map<String, Object> modules = map(written.get("modules"));
    List<ModuleManifest> manifests = new ArrayList<>();
    modules.forEach(
        (name, body) -> manifests.add(new ModuleManifest(meta(name), manifestSpec(map(body)))));
    Map<String, Object> gameSpec = new LinkedHashMap<>();
    gameSpec.put("modules", modules.keySet().stream().map(name -> Map.of("name", name)).toList());
    gameSpec.putAll(map(written.get("game")));
    boolean noGame = "missing".equals(written.get("game"));
    Map<String, Object> worldSpec = new LinkedHashMap<>();
    worldSpec.put("gameRef", Map.of("name", gameName));
    worldSpec.putAll(map(written.get("world")));
    WorldInstance world =
        new WorldInstance(
            new Metadata(worldName, NAMESPACE, WORLD_UID, 1L, Map.of(), Map.of(), List.of()),
            bind(worldSpec, WorldInstanceSpec.class),
            WorldInstanceStatus.NONE);
    return new Given(
        world,
        noGame
            ? null
            : new GameDefinition(meta(gameName), bind(gameSpec, GameDefinitionSpec.class)),
        manifests,
        List.of());
  }

  private static Metadata meta(String name) {
    return Metadata.of(NAMESPACE, name);
  }

  static ModuleManifestSpec manifestSpec(Map<String, Object> body) {
    Map<String, Object> spec = new LinkedHashMap<>(body);
    spec.put("provides", withDefaults(body.get("provides"), "provides"));
    spec.put("requires", withDefaults(body.get("requires"), "requires"));
    return bind(spec, ModuleManifestSpec.class);
  }

  private static List<Map<String, Object>> withDefaults(@Nullable Object entries, String side) {
    List<Map<String, Object>> out = new ArrayList<>();
    if (entries instanceof List<?> list) {
      for (Object entry : list) {
        Map<String, Object> full = new LinkedHashMap<>();
        full.put("scope", "world");
        full.put("multiplicity", "1");
        if (side.equals("requires")) {
          full.put("dependencyMode", "required");
        }
        full.putAll(map(entry));
        out.add(full);
      }
    }
    return out;
  }

  private static <T> T bind(Map<String, Object> value, Class<T> type) {
    return BINDER.bind(Node.of(value), type).checked().orThrow();
  }

  static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> out = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, child) -> out.put(String.valueOf(key), child));
    }
    return out;
  }
}
