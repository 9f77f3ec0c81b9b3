package dev.fleetwright.placement.work;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.ResourceTypes;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.kinds.ManifestWorkSpec.ManifestConfig;
import dev.fleetwright.placement.kinds.ManifestWorkSpec.ResourceIdentifier;
import dev.fleetwright.placement.kinds.ManifestWorkSpec.UpdateStrategy;
import dev.fleetwright.placement.kinds.ManifestWorkSpec.UpdateStrategyType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bundles the objects of one owner for one cluster into ManifestWorks.
 *
 * <p>An object stays in the work that carries it already, so that adding one moves no other; new
 * ones go into the first work with room. An object that is too large for any work, or that could
 * not be made, fails alone: what was sent of it last stays, if anything was.
 */
public final class Wrapping {

  /** For the braces and field names around the manifests. */
  private static final int ENVELOPE = 200;

  /** For the braces and field names around the parts of one manifestConfig. */
  private static final int CONFIG = 150;

  private record Identity(String group, String kind, String namespace, String name)
      implements Comparable<Identity> {

    private static final Comparator<Identity> ORDER =
        Comparator.comparing(Identity::group)
            .thenComparing(Identity::kind)
            .thenComparing(Identity::namespace)
            .thenComparing(Identity::name);

    static Identity of(Map<String, Object> content) {
      String apiVersion = text(content, "apiVersion");
      Map<?, ?> metadata = content.get("metadata") instanceof Map<?, ?> map ? map : Map.of();
      int slash = apiVersion.indexOf('/');
      return new Identity(
          slash < 0 ? "" : apiVersion.substring(0, slash),
          text(content, "kind"),
          text(metadata, "namespace"),
          text(metadata, "name"));
    }

    private static String text(Map<?, ?> map, String field) {
      return map.get(field) instanceof String text ? text : "";
    }

    @Override
    public int compareTo(Identity other) {
      return ORDER.compare(this, other);
    }
  }

  /** What was sent before. */
  private record Sent(int work, Map<String, Object> content, boolean createOnly) {}

  private record Item(
      Identity identity, ObjectKey key, Map<String, Object> content, boolean createOnly, int size) {

    int weight() {
      int names =
          key.resource().length()
              + key.group().length()
              + key.namespace().length()
              + key.name().length();
      return size + 1 + (createOnly ? CONFIG + 4 * names : 0);
    }
  }

  private static final class Bundle {
    private final List<Item> items = new ArrayList<>();
    private long bytes = ENVELOPE;

    boolean takes(Item item, Bounds bounds) {
      if (items.size() >= bounds.objects() || bytes + item.weight() > bounds.bytes()) {
        return false;
      }
      items.add(item);
      bytes += item.weight();
      return true;
    }
  }

  private final WorkOwner owner;
  private final String cluster;
  private final Bounds bounds;
  private final SortedMap<ObjectKey, List<Problem>> problems = new TreeMap<>();

  private Wrapping(WorkOwner owner, String cluster, Bounds bounds) {
    this.owner = owner;
    this.cluster = cluster;
    this.bounds = bounds;
  }

  /**
   * Bundles.
   *
   * @param existing the works of this owner in this cluster's mailbox, by name; others are ignored
   */
  public static Wrapped wrap(
      WorkOwner owner,
      String cluster,
      Collection<? extends Manifest> manifests,
      Map<String, ManifestWorkSpec> existing,
      Bounds bounds) {
    return new Wrapping(owner, cluster, bounds).wrap(manifests, existing);
  }

  private Wrapped wrap(
      Collection<? extends Manifest> manifests, Map<String, ManifestWorkSpec> existing) {
    Map<Identity, Sent> sent = sent(existing);
    SortedMap<Identity, Item> items = items(manifests, sent);
    SortedMap<Integer, Bundle> bundles = assign(items, sent);
    List<Work> works = new ArrayList<>();
    bundles.forEach((number, bundle) -> works.add(work(number, bundle)));
    return new Wrapped(works, problems);
  }

  private Map<Identity, Sent> sent(Map<String, ManifestWorkSpec> existing) {
    String prefix = owner.workPrefix() + "-";
    Map<Identity, Sent> sent = new HashMap<>();
    new TreeMap<>(existing)
        .forEach((name, spec) -> {
          int number = name.startsWith(prefix) ? number(name.substring(prefix.length())) : 0;
          if (number > 0) {
            remember(number, spec, sent);
          }
        });
    return sent;
  }

  private static int number(String text) {
    return text.matches("[1-9][0-9]{0,7}") ? Integer.parseInt(text) : 0;
  }

  private static void remember(int number, ManifestWorkSpec spec, Map<Identity, Sent> sent) {
    for (Map<String, Object> content : spec.manifests()) {
      Identity identity = Identity.of(content);
      boolean createOnly =
          spec.manifestConfigs().stream()
              .anyMatch(config ->
                  isCreateOnly(config)
                      && Objects.equals(config.resourceIdentifier().group(), identity.group)
                      && config.resourceIdentifier().name().equals(identity.name)
                      && namespace(config.resourceIdentifier().namespace())
                          .equals(identity.namespace));
      sent.putIfAbsent(identity, new Sent(number, content, createOnly));
    }
  }

  private static boolean isCreateOnly(ManifestConfig config) {
    UpdateStrategy strategy = config.updateStrategy();
    return strategy != null && strategy.type() == UpdateStrategyType.CREATE_ONLY;
  }

  private static String namespace(@Nullable String namespace) {
    return namespace == null ? "" : namespace;
  }

  /** What should be in the works, with the last good content where there is no new one. */
  private SortedMap<Identity, Item> items(
      Collection<? extends Manifest> manifests, Map<Identity, Sent> sent) {
    SortedMap<Identity, Item> items = new TreeMap<>();
    Map<Identity, ObjectKey> taken = new HashMap<>();
    List<Manifest> sorted = new ArrayList<>(manifests);
    sorted.sort(Comparator.comparing(Manifest::key));
    for (Manifest manifest : sorted) {
      ObjectKey key = manifest.key();
      Identity identity = identity(manifest, sent);
      ObjectKey earlier = taken.putIfAbsent(identity, key);
      if (earlier != null) {
        report(
            key,
            new Problem(
                "duplicate-object",
                "",
                manifest.kind() + " " + key.name() + " is to be sent twice",
                "leave one of them out"));
        continue;
      }
      Item item = item(identity, manifest, sent.get(identity));
      if (item != null) {
        items.put(identity, item);
      }
    }
    return items;
  }

  /** Where the kind is not known, what was sent before tells it. */
  private static Identity identity(Manifest manifest, Map<Identity, Sent> sent) {
    ObjectKey key = manifest.key();
    Identity stated = new Identity(key.group(), manifest.kind(), key.namespace(), key.name());
    if (!manifest.kind().isEmpty()) {
      return stated;
    }
    return sent.keySet().stream()
        .filter(one ->
            one.group.equals(key.group())
                && one.namespace.equals(key.namespace())
                && one.name.equals(key.name())
                && ResourceTypes.plural(one.kind).equals(key.resource()))
        .findFirst()
        .orElse(stated);
  }

  private @Nullable Item item(Identity identity, Manifest manifest, @Nullable Sent before) {
    switch (manifest) {
      case Manifest.Ready ready -> {
        Item item =
            new Item(identity, ready.key(), ready.content(), ready.createOnly(), ready.size());
        if (ENVELOPE + item.weight() <= bounds.bytes()) {
          return item;
        }
        report(
            ready.key(),
            new Problem(
                "object-too-large",
                "",
                String.format(
                    "%s %s has %,d bytes, more than the %,d that a work can carry",
                    ready.kind(), ready.key().name(), ready.size(), bounds.bytes() - ENVELOPE),
                "split it in two, or leave large data to an image or a volume"));
      }
      case Manifest.Failed failed ->
          failed.problems().forEach(problem -> report(failed.key(), problem));
      case Manifest.Missing missing -> {
        missing.problems().forEach(problem -> report(missing.key(), problem));
        return null;
      }
    }
    return before == null ? null : lastGood(identity, manifest.key(), before);
  }

  /** What was sent last; null when the bounds have become too narrow even for that. */
  private @Nullable Item lastGood(Identity identity, ObjectKey key, Sent before) {
    Item item =
        new Item(
            identity, key, before.content, before.createOnly, CanonicalJson.size(before.content));
    return ENVELOPE + item.weight() <= bounds.bytes() ? item : null;
  }

  private void report(ObjectKey key, Problem problem) {
    problems.computeIfAbsent(key, _ -> new ArrayList<>()).add(problem);
  }

  private SortedMap<Integer, Bundle> assign(
      SortedMap<Identity, Item> items, Map<Identity, Sent> sent) {
    SortedMap<Integer, Bundle> bundles = new TreeMap<>();
    List<Item> homeless = new ArrayList<>();
    List<Item> changed = new ArrayList<>();
    for (Item item : items.values()) {
      Sent before = sent.get(item.identity);
      if (before == null) {
        homeless.add(item);
      } else if (!before.content.equals(item.content) || before.createOnly != item.createOnly) {
        changed.add(item);
      } else if (!bundle(bundles, before.work).takes(item, bounds)) {
        homeless.add(item);
      }
    }
    // One that has grown moves itself and not its neighbours: they were seated first.
    for (Item item : changed) {
      Sent before = Objects.requireNonNull(sent.get(item.identity));
      if (!bundle(bundles, before.work).takes(item, bounds)) {
        homeless.add(item);
      }
    }
    for (Item item : homeless) {
      int number = 1;
      while (!bundle(bundles, number).takes(item, bounds)) {
        number++;
      }
    }
    bundles.values().removeIf(bundle -> bundle.items.isEmpty());
    return bundles;
  }

  private static Bundle bundle(SortedMap<Integer, Bundle> bundles, int number) {
    return bundles.computeIfAbsent(number, _ -> new Bundle());
  }

  private Work work(int number, Bundle bundle) {
    List<Item> items = new ArrayList<>(bundle.items);
    items.sort(
        Comparator.comparingInt(
                (Item item) -> ApplyOrder.rank(item.identity.group, item.identity.kind))
            .thenComparing(Item::identity));
    List<Map<String, Object>> manifests = new ArrayList<>(items.size());
    List<ManifestConfig> configs = new ArrayList<>();
    for (Item item : items) {
      manifests.add(item.content);
      if (item.createOnly) {
        ObjectKey key = item.key;
        configs.add(
            new ManifestConfig(
                new ResourceIdentifier(key.group(), key.resource(), key.namespace(), key.name()),
                new UpdateStrategy(UpdateStrategyType.CREATE_ONLY, null),
                List.of(),
                List.of()));
      }
    }
    ManifestWorkSpec spec =
        new ManifestWorkSpec(new ManifestWorkSpec.Workload(manifests), null, configs, null);
    return new Work(
        cluster, owner.workPrefix() + "-" + number, labels(), spec, digest(manifests, items));
  }

  private static String digest(List<Map<String, Object>> manifests, List<Item> items) {
    return CanonicalJson.digest(List.of(manifests, items.stream().map(Item::createOnly).toList()));
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    labels.put(Work.OWNER_KIND, owner.kind());
    labels.put(Work.OWNER_NAME, LabelValue.of(owner.name()));
    if (!owner.namespace().isEmpty()) {
      labels.put(Work.OWNER_NAMESPACE, LabelValue.of(owner.namespace()));
    }
    return labels;
  }
}
