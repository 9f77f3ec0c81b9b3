package dev.fleetwright.capability.reading;

import dev.fleetwright.capability.GameChecks;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.OwnerReference;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.matching.CompiledModule;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Document;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.Loaded.Typed;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.ObjectMeta;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads, binds, and checks what binding cannot see; a mistake never hides another. */
final class WorldReader {

  private static final Kinds KINDS = Kinds.of(Binder.standard(), Bodies.KINDS).allowingOthers();

  private record Identity(String kind, ObjectKey key) {}

  private final List<Source> sources;
  private final Limits limits;
  private final Problems problems;
  private final Set<Identity> seen = new HashSet<>();

  WorldReader(List<Source> sources, Limits limits, List<Problem> earlier) {
    this.sources = sources;
    this.limits = limits;
    this.problems = new Problems(limits.problems());
    problems.addAll(earlier);
  }

  WorldDocuments read() {
    List<Node> roots = new DocumentReader(limits).read(sources, problems);
    Loaded loaded = KINDS.bind(roots);
    problems.addAll(loaded.problems());
    OtherKinds.report(loaded.others(), problems);
    boolean readable = !problems.hasErrors();
    List<ModuleManifest> manifests = manifests(loaded);
    List<GameDefinition> games = games(loaded);
    List<WorldInstance> worlds = worlds(loaded);
    List<CapabilityBinding> bindings = bindings(loaded);
    BrokenManifests.check(roots, loaded, problems);
    return new WorldDocuments(
        manifests, games, worlds, bindings, problems.inOrderOf(sources), readable);
  }

  private List<ModuleManifest> manifests(Loaded loaded) {
    List<ModuleManifest> manifests = new ArrayList<>();
    for (Typed<Bodies.Manifest> read : loaded.of(Bodies.Manifest.class)) {
      Metadata metadata = metadata(read.document());
      if (isNew(read.document(), metadata)) {
        ModuleManifest manifest =
            new ModuleManifest(metadata, read.value().spec(), read.value().status());
        manifests.add(manifest);
        locate(read.document(), CompiledModule.of(manifest).problems());
      }
    }
    return manifests;
  }

  private List<GameDefinition> games(Loaded loaded) {
    List<GameDefinition> games = new ArrayList<>();
    for (Typed<Bodies.Game> read : loaded.of(Bodies.Game.class)) {
      Metadata metadata = metadata(read.document());
      if (isNew(read.document(), metadata)) {
        GameDefinition game =
            new GameDefinition(metadata, read.value().spec(), read.value().status());
        games.add(game);
        locate(read.document(), GameChecks.problems(game));
      }
    }
    return games;
  }

  private List<WorldInstance> worlds(Loaded loaded) {
    List<WorldInstance> worlds = new ArrayList<>();
    for (Typed<Bodies.World> read : loaded.of(Bodies.World.class)) {
      Metadata metadata = metadata(read.document());
      if (isNew(read.document(), metadata)) {
        worlds.add(new WorldInstance(metadata, read.value().spec(), read.value().status()));
        Integer shards = read.value().spec().shardCount();
        if (shards != null && shards < 1) {
          locate(
              read.document(),
              List.of(
                  new Problem(
                      "invalid-figure",
                      "spec.shardCount",
                      shards + " is no number of shards",
                      "write 1 or more")));
        }
      }
    }
    return worlds;
  }

  private List<CapabilityBinding> bindings(Loaded loaded) {
    List<CapabilityBinding> bindings = new ArrayList<>();
    for (Typed<Bodies.Binding> read : loaded.of(Bodies.Binding.class)) {
      Metadata metadata = read.value().metadata().metadata();
      if (isNew(read.document(), metadata)) {
        bindings.add(new CapabilityBinding(metadata, read.value().spec(), read.value().status()));
      }
    }
    return bindings;
  }

  private void locate(Document document, List<Problem> found) {
    found.forEach(problem -> problems.add(document.root().relocate(problem)));
  }

  /** An object without a namespace is one of the namespace default. */
  private boolean isNew(Document document, Metadata metadata) {
    if (metadata.name().isEmpty()) {
      problems.add(
          document
              .root()
              .problem(
                  "missing-name",
                  "the " + document.kind() + " has no metadata.name",
                  "add metadata.name; a generated name cannot be referred to"));
      return false;
    }
    ObjectKey key = new ObjectKey(metadata.namespace(), metadata.name());
    if (seen.add(new Identity(document.kind(), key))) {
      return true;
    }
    problems.add(
        document
            .root()
            .relocate(
                new Problem(
                    "duplicate-object",
                    "metadata.name",
                    "the " + document.kind() + " " + key + " is given twice",
                    "remove or rename one of them")));
    return false;
  }

  private static Metadata metadata(Document document) {
    ObjectMeta meta = document.metadata();
    return new Metadata(
        text(meta.name()),
        text(meta.namespace()),
        meta.uid(),
        meta.generation(),
        meta.labels(),
        meta.annotations(),
        meta.ownerReferences().stream().map(WorldReader::owner).toList());
  }

  private static OwnerReference owner(ObjectMeta.OwnerReference owner) {
    return new OwnerReference(
        owner.apiVersion(),
        owner.kind(),
        owner.name(),
        owner.uid(),
        owner.controller(),
        owner.blockOwnerDeletion());
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
