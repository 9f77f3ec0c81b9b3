package dev.fleetwright.documents;

import dev.fleetwright.documents.Loaded.Typed;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that a command knows. Reads sources as objects of these kinds, Kubernetes lists
 * flattened, and reports what is wrong with envelopes: missing or unknown kinds and versions,
 * missing or invalid names, and two objects of one identity.
 */
public final class Kinds {

  private static final Set<String> ENVELOPE = Set.of("apiVersion", "kind", "metadata");

  private record Key(String apiVersion, String kind) {}

  private record Identity(
      String apiVersion, String kind, @Nullable String namespace, String name) {}

  private final Binder binder;
  private final Map<Key, Kind<?>> kinds;
  private final boolean othersAllowed;

  private Kinds(Binder binder, Map<Key, Kind<?>> kinds, boolean othersAllowed) {
    this.binder = binder;
    this.kinds = kinds;
    this.othersAllowed = othersAllowed;
  }

  public static Kinds of(Binder binder, Collection<? extends Kind<?>> kinds) {
    Map<Key, Kind<?>> byKey = new LinkedHashMap<>();
    kinds.forEach(kind -> byKey.put(new Key(kind.apiVersion(), kind.kind()), kind));
    return new Kinds(binder, byKey, false);
  }

  /**
   * Objects of unknown kinds are then kept as trees, as a command on any object wants them. A kind
   * that is nearly one of the known kinds of its apiVersion is still a mistake.
   */
  public Kinds allowingOthers() {
    return new Kinds(binder, kinds, true);
  }

  public Loaded load(List<Source> sources) {
    return load(sources, Limits.DEFAULT);
  }

  public Loaded load(List<Source> sources, Limits limits) {
    return load(sources, limits, List.of());
  }

  /**
   * Reads and binds, going on with problems from before.
   *
   * @param earlier such as files that could not be read
   */
  public Loaded load(List<Source> sources, Limits limits, List<Problem> earlier) {
    Problems problems = new Problems(limits.problems());
    problems.addAll(earlier);
    List<Node> roots = new DocumentReader(limits).read(sources, problems);
    Run run = new Run(problems);
    roots.forEach(run::add);
    return new Loaded(run.objects, run.others, problems.inOrderOf(sources));
  }

  /** Binds trees that come from elsewhere, such as a server. */
  public Loaded bind(List<? extends Node> roots) {
    Problems problems = new Problems();
    Run run = new Run(problems);
    roots.forEach(run::add);
    return new Loaded(run.objects, run.others, problems.list());
  }

  private final class Run {
    private final Problems problems;
    private final List<Typed<?>> objects = new ArrayList<>();
    private final List<Document> others = new ArrayList<>();
    private final Map<Identity, Node> seen = new HashMap<>();
    private final Set<String> assumed = new HashSet<>();

    Run(Problems problems) {
      this.problems = problems;
    }

    /** An object, or a list of objects, whose items may lack what the list says for them. */
    private record Item(Node node, @Nullable String apiVersion, @Nullable String kind) {}

    void add(Node root) {
      Deque<Item> due = new ArrayDeque<>();
      due.push(new Item(root, null, null));
      while (!due.isEmpty()) {
        Item item = due.pop();
        List<Item> items = itemsOf(item);
        if (items == null) {
          addObject(item);
        } else {
          items.reversed().forEach(due::push);
        }
      }
    }

    private @Nullable List<Item> itemsOf(Item item) {
      String kind = text(item.node.child("kind"));
      String apiVersion = text(item.node.child("apiVersion"));
      if (kind == null
          || !kind.endsWith("List")
          || !(item.node.child("items") instanceof SequenceNode items)
          || kinds.containsKey(new Key(apiVersion == null ? "" : apiVersion, kind))) {
        return null;
      }
      boolean any = kind.equals("List");
      String itemKind = any ? null : kind.substring(0, kind.length() - "List".length());
      return items.items().stream()
          .map(node -> new Item(node, any ? null : apiVersion, itemKind))
          .toList();
    }

    private void addObject(Item item) {
      if (!(item.node instanceof MappingNode root)) {
        problems.error(() ->
            item.node.problem(
                "wrong-type",
                "wanted an object with apiVersion, kind and metadata, found "
                    + item.node.described(),
                "write a mapping; separate documents by a line ---"));
        return;
      }
      String kind = envelopeText(root, "kind", item.kind);
      String apiVersion = envelopeText(root, "apiVersion", item.apiVersion);
      if (kind == null) {
        if (root.child("kind") == null) {
          problems.error(() ->
              new Problem(
                      "missing-kind",
                      path(root, "kind"),
                      "the object has no kind",
                      "add kind: "
                          + (kinds.size() > 12 ? "…" : "one of " + String.join(", ", kindNames())))
                  .at(start(root)));
        }
        return;
      }
      Kind<?> known = kindOf(root, kind, apiVersion);
      if (known != null) {
        addKnown(root, known);
      } else if (apiVersion != null && isOther(apiVersion, kind)) {
        addOther(root, apiVersion, kind);
      }
    }

    private @Nullable String envelopeText(
        MappingNode root, String field, @Nullable String otherwise) {
      Node node = root.child(field);
      if (node == null) {
        return otherwise;
      }
      return ScalarReaders.STRING.read(node, problems) instanceof String text ? text : null;
    }

    private @Nullable Kind<?> kindOf(MappingNode root, String kind, @Nullable String apiVersion) {
      if (apiVersion != null) {
        Kind<?> known = kinds.get(new Key(apiVersion, kind));
        if (known == null && !isOther(apiVersion, kind)) {
          reportUnknown(root, kind, apiVersion);
        }
        return known;
      }
      if (root.child("apiVersion") != null) {
        return null;
      }
      List<Kind<?>> ofName =
          kinds.values().stream()
              .<Kind<?>>map(known -> known)
              .filter(known -> known.kind().equals(kind))
              .toList();
      if (ofName.size() != 1) {
        problems.error(() ->
            new Problem(
                    "missing-api-version",
                    path(root, "apiVersion"),
                    "the object has no apiVersion",
                    "add one")
                .at(start(root)));
        if (ofName.isEmpty() && !othersAllowed) {
          reportUnknown(root, kind, null);
        }
        return null;
      }
      Kind<?> only = ofName.getFirst();
      if (assumed.add(only.apiVersion())) { // once, however many leave it out
        problems.add(
            new Problem(
                    "missing-api-version",
                    path(root, "apiVersion"),
                    "the object has no apiVersion; it and others like it are read as "
                        + only.apiVersion(),
                    "add apiVersion: " + only.apiVersion())
                .at(start(root))
                .asWarning());
      }
      return only;
    }

    private void reportUnknown(MappingNode root, String kind, @Nullable String apiVersion) {
      List<String> versions =
          kinds.values().stream()
              .filter(known -> known.kind().equals(kind))
              .map(Kind::apiVersion)
              .toList();
      problems.error(() ->
          versions.isEmpty()
              ? field(root, "kind")
                  .problem(
                      "unknown-kind",
                      "unknown kind " + Words.shown(kind),
                      Words.instead(kind, kindNames(), "leave the object out"))
              : field(root, "apiVersion")
                  .problem(
                      "unknown-api-version",
                      "the kind "
                          + kind
                          + " is not of apiVersion "
                          + Words.shown(String.valueOf(apiVersion)),
                      "write apiVersion: " + String.join(" or ", versions)));
    }

    private <T extends Record> void addKnown(MappingNode root, Kind<T> kind) {
      boolean ownsMetadata = binder.recordReader(kind.type()).names().contains("metadata");
      ObjectMeta metadata = metadata(root, ownsMetadata);
      boolean named = checkNames(root, kind.nameRule(), ownsMetadata, kind.hasForeignMetadata());
      T value = binder.bind(root, kind.type(), ENVELOPE, problems);
      boolean unique = isUnique(root, kind.apiVersion(), kind.kind());
      if (metadata != null && named && value != null && unique) {
        objects.add(
            new Typed<>(new Document(kind.apiVersion(), kind.kind(), metadata, root), value));
      }
    }

    private void addOther(MappingNode root, String apiVersion, String kind) {
      ObjectMeta metadata = metadata(root, false);
      boolean named = checkNames(root, NameRule.ANY, false, false);
      boolean sound = true;
      for (Map.Entry<String, Node> child : root.children().entrySet()) {
        if (!ENVELOPE.contains(child.getKey())) {
          sound &= FreeForm.check(child.getValue(), problems);
        }
      }
      boolean unique = isUnique(root, apiVersion, kind);
      if (metadata != null && named && sound && unique) {
        others.add(new Document(apiVersion, kind, metadata, root));
      }
    }

    /** The metadata; where the kind's record reads it too, that reports what is wrong with it. */
    private @Nullable ObjectMeta metadata(MappingNode root, boolean quietly) {
      Node node = root.child("metadata");
      if (node == null || CollectionReaders.isNull(node)) {
        return ObjectMeta.named(null, null);
      }
      ObjectMeta metadata =
          binder.bind(node, ObjectMeta.class, quietly ? new Problems() : problems);
      return metadata == null && quietly
          ? ObjectMeta.named(text(node.child("name")), text(node.child("namespace")))
          : metadata;
    }

    private boolean checkNames(
        MappingNode root, NameRule rule, boolean ownsMetadata, boolean foreign) {
      Node metadata = root.child("metadata");
      Node name = metadata == null ? null : metadata.child("name");
      Node namespace = metadata == null ? null : metadata.child("namespace");
      boolean sound = true;
      if (name == null || CollectionReaders.isNull(name)) {
        boolean generated = metadata != null && metadata.child("generateName") != null;
        // A record with metadata of its own reports what it misses there itself.
        boolean reported = ownsMetadata && (foreign || !(metadata instanceof MappingNode));
        if (rule != NameRule.OPTIONAL && !generated && !reported) {
          sound = false;
          problems.error(() ->
              new Problem(
                      "missing-name",
                      Path.join(path(root, "metadata"), "name"),
                      "the object has no name",
                      "add metadata.name")
                  .at(metadata == null ? start(root) : metadata.keyPlace()));
        }
      } else {
        sound = checkName(name, rule);
      }
      return (namespace == null
              || CollectionReaders.isNull(namespace)
              || checkName(namespace, NameRule.DNS_LABEL))
          && sound;
    }

    private boolean checkName(Node node, NameRule rule) {
      String name = text(node);
      if (name == null || rule.allows(name)) {
        return true;
      }
      problems.error(() ->
          node.problem("invalid-name", Words.shown(name) + " is no valid name", rule.described()));
      return false;
    }

    private boolean isUnique(MappingNode root, String apiVersion, String kind) {
      Node metadata = root.child("metadata");
      Node nameNode = metadata == null ? null : metadata.child("name");
      String name = text(nameNode);
      if (metadata == null || nameNode == null || name == null) {
        return true;
      }
      Node first =
          seen.putIfAbsent(
              new Identity(apiVersion, kind, text(metadata.child("namespace")), name), nameNode);
      if (first == null) {
        return true;
      }
      problems.error(() -> {
        Place place = first.place();
        return nameNode.problem(
            "duplicate-object",
            "the "
                + kind
                + " "
                + Words.shown(name)
                + " is given twice; the first is at "
                + (place == null ? first.path() : place),
            "remove or rename one of them");
      });
      return false;
    }
  }

  /** Whether an unknown kind is one of the others, and no slip in the name of a known one. */
  private boolean isOther(String apiVersion, String kind) {
    List<String> neighbours =
        kinds.values().stream()
            .filter(known -> known.apiVersion().equals(apiVersion))
            .map(Kind::kind)
            .toList();
    return othersAllowed && Suggestion.nearest(kind, neighbours).isEmpty();
  }

  private Set<String> kindNames() {
    Set<String> names = new TreeSet<>();
    kinds.values().forEach(kind -> names.add(kind.kind()));
    return names;
  }

  private static Node field(MappingNode root, String name) {
    Node node = root.child(name);
    return node == null ? root : node;
  }

  private static String path(MappingNode root, String field) {
    return root.path.child(field).toString();
  }

  private static @Nullable Place start(MappingNode root) {
    return root.place();
  }

  private static @Nullable String text(@Nullable Node node) {
    return node instanceof ScalarNode scalar && scalar.value() instanceof String text ? text : null;
  }
}
