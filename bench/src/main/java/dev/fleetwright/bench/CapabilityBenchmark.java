package dev.fleetwright.bench;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.CapabilityResolver;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.FleetResolver;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.DependencyMode;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.ProvidedCapability;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldInstanceSpec.GameRef;
import dev.fleetwright.capability.matching.CompiledModule;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Provision;
import dev.fleetwright.semver.Range;
import dev.fleetwright.semver.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.felix.resolver.Logger;
import org.apache.felix.resolver.ResolverImpl;
import org.osgi.resource.Capability;
import org.osgi.resource.Requirement;
import org.osgi.resource.Resource;
import org.osgi.resource.Wire;
import org.osgi.resource.Wiring;
import org.osgi.service.resolver.HostedCapability;
import org.osgi.service.resolver.ResolutionException;
import org.osgi.service.resolver.ResolveContext;

/**
 * Resolving worlds of 50 modules with 10 requirements of 20 candidates each: one world beside
 * Apache Felix's resolver on the same graph, a thousand worlds, one changed manifest, and how the
 * cost grows. Ratios come from one run of one process.
 */
final class CapabilityBenchmark {

  private static final int MODULES = 50;
  private static final int REQUIREMENTS = 10;
  private static final int CANDIDATES = 20;
  private static final int WORLDS = 1_000;
  private static final int WORLDS_PER_MANIFEST = 10;
  private static final String NAMESPACE = "bench";

  private CapabilityBenchmark() {}

  static void run() {
    besideFelix();
    fleet();
    growth();
  }

  private record World(WorldInstance world, GameDefinition game, List<ModuleManifest> manifests) {

    BindingPlan resolve() {
      return CapabilityResolver.resolve(world, game, manifests, List.of());
    }
  }

  private static void besideFelix() {
    World world = world("w", modules(MODULES, 1, new Random(7)));
    Map<String, String> ours = new TreeMap<>();
    for (DesiredBinding binding : world.resolve().desired()) {
      ours.put(
          binding.need().consumer() + " " + binding.need().capabilityId(),
          binding.provision().module());
    }
    FelixWorld felix = new FelixWorld(world.manifests);
    if (!felix.choices().equals(ours)) {
      throw new IllegalStateException("the two resolvers disagree");
    }
    Map<ObjectKey, CompiledModule> compiled = new HashMap<>();
    world.manifests.forEach(m -> compiled.put(m.key(), CompiledModule.of(m)));
    double withParsing = best(600, 2, world::resolve);
    double ourTime =
        best(
            600,
            2,
            () ->
                CapabilityResolver.resolve(
                    world.world, Resolution.of(world.game, compiled::get), List.of()));
    double withNames =
        best(
            600,
            2,
            () ->
                CapabilityResolver.resolve(
                        world.world, Resolution.of(world.game, compiled::get), List.of())
                    .desired()
                    .stream()
                    .mapToInt(binding -> binding.name().length())
                    .sum());
    double felixTime = best(300, 1, felix::resolve);
    System.out.printf(Locale.ROOT, "one world, %,d requirements, all bound%n", ours.size());
    line("ours, the plan", ourTime);
    line("Felix, wires only", felixTime);
    line("ours, the plan and every name", withNames);
    line("ours, manifests parsed each time", withParsing);
    System.out.printf(Locale.ROOT, "  ratio %.0f%n", felixTime / ourTime);
  }

  private static void fleet() {
    int generations = WORLDS / WORLDS_PER_MANIFEST;
    List<ModuleManifest> manifests = modules(MODULES, generations, new Random(11));
    List<World> worlds = new ArrayList<>();
    for (int w = 0; w < WORLDS; w++) {
      List<ModuleManifest> used = new ArrayList<>();
      for (int slot = 0; slot < MODULES; slot++) {
        used.add(manifests.get(slot * generations + (w + slot * 7) % generations));
      }
      worlds.add(world("w" + w, used));
    }
    FleetResolver[] kept = new FleetResolver[1];
    long before = usedMemory();
    double full =
        best(
            5,
            1,
            () -> {
              FleetResolver fleet = new FleetResolver();
              manifests.forEach(fleet::put);
              worlds.forEach(world -> fleet.put(world.game));
              worlds.forEach(world -> fleet.put(world.world));
              kept[0] = fleet;
              return fleet.resolvePending();
            });
    FleetResolver fleet = kept[0];
    long memory = usedMemory() - before;
    System.out.printf(
        Locale.ROOT, "%,d worlds, %,d requirements%n", WORLDS, WORLDS * MODULES * REQUIREMENTS);
    line("full resolve, parsing included", full);
    System.out.printf(
        Locale.ROOT,
        "  %.1f MB kept, %.2f µs per requirement%n",
        memory / 1e6,
        full * 1e6 / (WORLDS * MODULES * REQUIREMENTS));
    ModuleManifest first = manifests.getFirst();
    ModuleManifest changed = withHigherVersions(first);
    int touched = fleet.worldsUsing(first.key()).size();
    boolean[] turn = new boolean[1];
    double change =
        best(
            300,
            1,
            () -> {
              turn[0] = !turn[0];
              fleet.put(turn[0] ? changed : first);
              List<BindingPlan> plans = fleet.resolvePending();
              if (plans.size() != touched) {
                throw new IllegalStateException(plans.size() + " worlds resolved");
              }
              return plans;
            });
    double nothing =
        best(
            40,
            1_000,
            () -> {
              fleet.put(turn[0] ? changed : first);
              return fleet.resolvePending();
            });
    line("one manifest changed, " + touched + " worlds use it", change);
    line("one manifest told again, unchanged", nothing);
    System.out.printf(Locale.ROOT, "  full / changed %.0f%n", full / change);
  }

  private static void growth() {
    System.out.printf(Locale.ROOT, "growth, %d candidates per requirement%n", CANDIDATES);
    for (int factor = 1; factor <= 8; factor *= 2) {
      int modules = MODULES * factor;
      World world = world("w", modules(modules, 1, new Random(13)));
      double time = best(600, 2, world::resolve);
      System.out.printf(
          Locale.ROOT,
          "  %d× %,6d requirements %8.3f ms %6.3f µs per requirement%n",
          factor,
          modules * REQUIREMENTS,
          time * 1e3,
          time * 1e6 / (modules * REQUIREMENTS));
    }
  }

  /**
   * Modules in which each capability has 20 providers: slot s provides 10 capabilities in a row and
   * requires 10 others; each slot has several generations with versions of their own.
   */
  private static List<ModuleManifest> modules(int slots, int generations, Random random) {
    int capabilities = slots * REQUIREMENTS / CANDIDATES;
    List<ModuleManifest> manifests = new ArrayList<>();
    for (int slot = 0; slot < slots; slot++) {
      for (int generation = 0; generation < generations; generation++) {
        List<ProvidedCapability> provides = new ArrayList<>();
        List<RequiredCapability> requires = new ArrayList<>();
        for (int k = 0; k < REQUIREMENTS; k++) {
          provides.add(
              new ProvidedCapability(
                  capability((slot * REQUIREMENTS + k) % capabilities),
                  "1." + random.nextInt(30) + "." + random.nextInt(10),
                  Scope.WORLD,
                  Multiplicity.ONE,
                  null,
                  null,
                  null));
          requires.add(
              new RequiredCapability(
                  capability((slot * 3 + k) % capabilities),
                  "^1." + random.nextInt(10) + ".0",
                  Scope.WORLD,
                  Multiplicity.ONE,
                  DependencyMode.REQUIRED,
                  null,
                  null));
        }
        manifests.add(
            new ModuleManifest(
                Metadata.of(NAMESPACE, "module-" + slot + "-" + generation),
                new ModuleManifestSpec(null, provides, requires, null)));
      }
    }
    return manifests;
  }

  private static String capability(int number) {
    return "capability.number-" + number;
  }

  private static ModuleManifest withHigherVersions(ModuleManifest manifest) {
    List<ProvidedCapability> provides =
        manifest.spec().provides().stream()
            .map(p ->
                new ProvidedCapability(
                    p.capabilityId(), "1.99.0", p.scope(), p.multiplicity(), null, null, null))
            .toList();
    return new ModuleManifest(
        manifest.metadata(),
        new ModuleManifestSpec(null, provides, manifest.spec().requires(), null));
  }

  private static World world(String name, List<ModuleManifest> manifests) {
    List<GameModule> modules =
        manifests.stream()
            .map(manifest -> new GameModule(manifest.metadata().name(), null, null, Map.of()))
            .toList();
    return new World(
        new WorldInstance(
            Metadata.of(NAMESPACE, name),
            new WorldInstanceSpec(
                new GameRef("game-" + name), null, null, null, null, null, List.of(), Map.of())),
        new GameDefinition(
            Metadata.of(NAMESPACE, "game-" + name),
            new GameDefinitionSpec(null, null, null, modules, null, List.of())),
        manifests);
  }

  /**
   * Seconds per call of the best of some rounds, after as many to warm up. Many short rounds: other
   * work on the machine spoils some of them and not the best.
   */
  private static double best(int rounds, int calls, Supplier<?> work) {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 2 * rounds; round++) {
      long start = System.nanoTime();
      for (int call = 0; call < calls; call++) {
        if (work.get() == null) {
          throw new IllegalStateException("no result");
        }
      }
      double seconds = (System.nanoTime() - start) / 1e9 / calls;
      if (round >= rounds) {
        best = Math.min(best, seconds);
      }
    }
    return best;
  }

  private static long usedMemory() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void line(String what, double seconds) {
    System.out.printf(Locale.ROOT, "  %-36s %10.3f ms%n", what, seconds * 1e3);
  }

  /** The same modules as OSGi resources; ranges and versions are parsed before the clock runs. */
  private static final class FelixWorld {

    private record Module(
        String name, List<Capability> capabilities, List<Requirement> requirements)
        implements Resource {

      @Override
      public List<Capability> getCapabilities(String namespace) {
        return capabilities;
      }

      @Override
      public List<Requirement> getRequirements(String namespace) {
        return requirements;
      }

      @Override
      public boolean equals(Object other) {
        return this == other;
      }

      @Override
      public int hashCode() {
        return System.identityHashCode(this);
      }
    }

    private record Offer(Module module, String capabilityId, Version version)
        implements Capability {

      @Override
      public String getNamespace() {
        return capabilityId;
      }

      @Override
      public Map<String, String> getDirectives() {
        return Map.of();
      }

      @Override
      public Map<String, Object> getAttributes() {
        return Map.of();
      }

      @Override
      public Resource getResource() {
        return module;
      }

      @Override
      public boolean equals(Object other) {
        return this == other;
      }

      @Override
      public int hashCode() {
        return System.identityHashCode(this);
      }
    }

    private record Wish(Module module, String capabilityId, Range range) implements Requirement {

      @Override
      public String getNamespace() {
        return capabilityId;
      }

      @Override
      public Map<String, String> getDirectives() {
        return Map.of();
      }

      @Override
      public Map<String, Object> getAttributes() {
        return Map.of();
      }

      @Override
      public Resource getResource() {
        return module;
      }

      @Override
      public boolean equals(Object other) {
        return this == other;
      }

      @Override
      public int hashCode() {
        return System.identityHashCode(this);
      }
    }

    private final List<Resource> modules = new ArrayList<>();
    private final Map<String, List<Offer>> offers = new HashMap<>();

    FelixWorld(List<ModuleManifest> manifests) {
      for (ModuleManifest manifest : manifests) {
        CompiledModule compiled = CompiledModule.of(manifest);
        Module module = new Module(compiled.name(), new ArrayList<>(), new ArrayList<>());
        for (Provision provision : compiled.provisions()) {
          Version version = provision.version();
          if (version != null) {
            Offer offer = new Offer(module, provision.capabilityId(), version);
            module.capabilities.add(offer);
            offers.computeIfAbsent(offer.capabilityId, _ -> new ArrayList<>()).add(offer);
          }
        }
        for (Need need : compiled.needs()) {
          Range range = need.range();
          if (range != null) {
            module.requirements.add(new Wish(module, need.capabilityId(), range));
          }
        }
        modules.add(module);
      }
      offers
          .values()
          .forEach(list ->
              list.sort(
                  Comparator.comparing(Offer::version, Version.PRECEDENCE.reversed())
                      .thenComparing(offer -> offer.module.name)));
    }

    Map<Resource, List<Wire>> resolve() {
      try {
        return new ResolverImpl(new Logger(Logger.LOG_ERROR)).resolve(new Context());
      } catch (ResolutionException e) {
        throw new IllegalStateException(e);
      }
    }

    Map<String, String> choices() {
      Map<String, String> choices = new TreeMap<>();
      resolve()
          .values()
          .forEach(wires ->
              wires.forEach(wire ->
                  choices.put(
                      ((Module) wire.getRequirer()).name
                          + " "
                          + wire.getRequirement().getNamespace(),
                      ((Module) wire.getProvider()).name)));
      // A resource that serves itself gets no wire.
      for (Resource module : modules) {
        for (Requirement requirement : module.getRequirements(null)) {
          Wish wish = (Wish) requirement;
          choices.putIfAbsent(wish.module.name + " " + wish.capabilityId, wish.module.name);
        }
      }
      return choices;
    }

    private final class Context extends ResolveContext {

      @Override
      public Collection<Resource> getMandatoryResources() {
        return modules;
      }

      @Override
      public List<Capability> findProviders(Requirement requirement) {
        Wish wish = (Wish) requirement;
        List<Capability> found = new ArrayList<>();
        for (Offer offer : offers.getOrDefault(wish.capabilityId, List.of())) {
          if (wish.range.contains(offer.version)) {
            found.add(offer);
          }
        }
        return found;
      }

      @Override
      public int insertHostedCapability(List<Capability> capabilities, HostedCapability hosted) {
        capabilities.add(hosted);
        return capabilities.size() - 1;
      }

      @Override
      public boolean isEffective(Requirement requirement) {
        return true;
      }

      @Override
      public Map<Resource, Wiring> getWirings() {
        return Map.of();
      }
    }
  }
}
