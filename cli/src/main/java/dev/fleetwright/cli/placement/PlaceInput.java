package dev.fleetwright.cli.placement;

import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Document;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.Policy;
import dev.fleetwright.placement.ResourceTypes;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.CustomTransformSpec;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.kinds.PlacementKinds;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Policies, clusters and objects from files.
 *
 * @param works the works that exist already, by cluster and name
 */
record PlaceInput(
    List<Policy> policies,
    Map<String, BindingSpec> bindings,
    List<Cluster> clusters,
    List<WorkloadObject> objects,
    Map<String, CustomTransformSpec> transforms,
    Map<String, Map<String, ManifestWorkSpec>> works,
    List<Problem> problems) {

  private static final Kinds KINDS =
      Kinds.of(
              Binder.standard(),
              List.of(
                  PlacementKinds.BINDING_POLICY,
                  PlacementKinds.BINDING,
                  PlacementKinds.CUSTOM_TRANSFORM,
                  PlacementKinds.MANAGED_CLUSTER,
                  PlacementKinds.MANIFEST_WORK))
          .allowingOthers();

  static PlaceInput read(List<String> files, InputStream stdin) {
    SourceFiles.Sources sources = SourceFiles.read(files, stdin, Limits.DEFAULT);
    Loaded loaded = KINDS.load(sources.sources(), Limits.DEFAULT, sources.problems());
    List<Problem> problems = new ArrayList<>(loaded.problems());
    List<Policy> policies = new ArrayList<>();
    loaded
        .of(PlacementKinds.BindingPolicy.class)
        .forEach(policy -> {
          Document document = policy.document();
          policies.add(
              new Policy(document.name(), given(document.metadata().uid()), policy.value().spec()));
        });
    warnOfMissingCollectors(loaded, problems);
    Map<String, CustomTransformSpec> transforms = new TreeMap<>();
    loaded
        .of(PlacementKinds.CustomTransform.class)
        .forEach(
            transform -> transforms.put(transform.document().name(), transform.value().spec()));
    Map<String, BindingSpec> bindings = new TreeMap<>();
    loaded
        .of(PlacementKinds.Binding.class)
        .forEach(binding -> bindings.put(binding.document().name(), binding.value().spec()));
    policies.forEach(policy -> bindings.remove(policy.name()));
    Map<String, Map<String, ManifestWorkSpec>> works = new HashMap<>();
    loaded
        .of(PlacementKinds.ManifestWork.class)
        .forEach(work ->
            works
                .computeIfAbsent(given(work.document().namespace()), _ -> new HashMap<>())
                .put(work.document().name(), work.value().spec()));
    return new PlaceInput(
        policies, bindings, clusters(loaded), objects(loaded), transforms, works, problems);
  }

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static List<Cluster> clusters(Loaded loaded) {
    Map<String, Map<String, String>> properties = new HashMap<>();
    for (Document other : loaded.others()) {
      Node data = other.root().child("data");
      if (other.kind().equals("ConfigMap")
          && Cluster.PROPERTIES_NAMESPACE.equals(other.namespace())
          && data != null
          && data.plain() instanceof Map<?, ?> values) {
        Map<String, String> texts = new TreeMap<>();
        values.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        properties.put(other.name(), texts);
      }
    }
    List<Cluster> clusters = new ArrayList<>();
    for (Loaded.Typed<PlacementKinds.ManagedCluster> cluster :
        loaded.of(PlacementKinds.ManagedCluster.class)) {
      String name = cluster.document().name();
      clusters.add(
          Cluster.of(
              name,
              cluster.document().metadata().labels(),
              cluster.document().metadata().annotations(),
              cluster.value().claims(),
              properties.getOrDefault(name, Map.of())));
    }
    return clusters;
  }

  private static List<WorkloadObject> objects(Loaded loaded) {
    List<Map<String, Object>> contents = new ArrayList<>();
    for (Document other : loaded.others()) {
      contents.add(plain(other));
    }
    ResourceTypes types = ResourceTypes.withDefinitions(contents);
    List<WorkloadObject> objects = new ArrayList<>();
    for (int i = 0; i < contents.size(); i++) {
      Document other = loaded.others().get(i);
      objects.add(WorkloadObject.of(types.of(other.apiVersion(), other.kind()), contents.get(i)));
    }
    return objects;
  }

  private static Map<String, Object> plain(Document document) {
    Map<String, Object> content = new LinkedHashMap<>();
    // Lists of objects may leave these two to the list.
    content.put("apiVersion", document.apiVersion());
    content.put("kind", document.kind());
    putAll(content, document.root().plain());
    return content;
  }

  @SuppressWarnings("NullAway") // A null inside an object of unknown kind stays one.
  private static void putAll(Map<String, Object> content, Map<String, @Nullable Object> fields) {
    content.putAll(fields);
  }

  /** Only where there are collectors among the files: else they are somewhere else. */
  private static void warnOfMissingCollectors(Loaded loaded, List<Problem> problems) {
    TreeSet<String> known = new TreeSet<>();
    loaded.others().stream()
        .filter(other -> other.kind().equals("StatusCollector"))
        .forEach(other -> known.add(other.name()));
    if (known.isEmpty()) {
      return;
    }
    loaded
        .of(PlacementKinds.BindingPolicy.class)
        .forEach(policy -> {
          for (int i = 0; i < policy.value().spec().downsync().size(); i++) {
            List<String> names = policy.value().spec().downsync().get(i).statusCollectors();
            for (int j = 0; j < names.size(); j++) {
              if (!known.contains(names.get(j))) {
                problems.add(
                    policy
                        .document()
                        .root()
                        .relocate(
                            new Problem(
                                    "collector-not-found",
                                    "spec.downsync[" + i + "].statusCollectors[" + j + "]",
                                    "there is no StatusCollector \"" + names.get(j) + "\"",
                                    "write one, or take one of " + known)
                                .asWarning()));
              }
            }
          }
        });
  }
}
