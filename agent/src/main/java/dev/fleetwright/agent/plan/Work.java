package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ManifestWork as the agent understands it.
 *
 * @param created the creation timestamp, as text that sorts
 * @param swarmId the world of it on this cluster, or the swarm that runs alone; null for neither
 * @param ofBinding whether it carries objects of the hub as they are, which other such works may
 *     carry as well
 * @param template the hash of the whole content that this work is a part of
 * @param isWhole false when a manifest does not even say what it is: nothing is pruned then, since
 *     it may be the very object that would be
 */
public record Work(
    String name,
    String uid,
    String created,
    long generation,
    boolean deleting,
    boolean hasFinalizer,
    @Nullable String swarmId,
    boolean ofBinding,
    @Nullable String template,
    int parts,
    List<Manifest> manifests,
    boolean isWhole,
    List<Rule> rules,
    Orphaning orphaning) {

  /** Older works first: they were here before. */
  public static final Comparator<Work> OLDEST_FIRST =
      Comparator.comparing(Work::created).thenComparing(Work::name);

  private static final String WORLD = "WorldInstance";
  private static final String BINDING = "Binding";

  /** Namespaces that are never taken away, since a cluster does not work without them. */
  static final Set<String> SYSTEM_NAMESPACES =
      Set.of("default", "kube-system", "kube-public", "kube-node-lease", Marks.SYSTEM_NAMESPACE);

  /** How one object is treated; the resource is the plural. */
  public record Rule(Target target, Strategy strategy) {}

  /** Names an object by its resource, as manifestConfigs do. */
  public record Target(String group, String resource, String namespace, String name) {

    static Target of(ResourceType type, ObjectId id) {
      return new Target(id.group(), type.plural(), id.namespace(), id.name());
    }

    private static Target read(JsonNode node) {
      return new Target(
          node.path("group").asText(""),
          node.path("resource").asText(""),
          node.path("namespace").asText(""),
          node.path("name").asText(""));
    }
  }

  /** What stays in the cluster when the work is deleted. */
  public record Orphaning(boolean all, Set<Target> some) {}

  /**
   * Reads an object of the API server.
   *
   * @param cluster the name of the cluster whose mailbox it lies in
   */
  public static Work read(JsonNode object, String cluster) {
    JsonNode metadata = object.path("metadata");
    JsonNode spec = object.path("spec");
    List<Manifest> manifests = manifests(spec.path("workload").path("manifests"));
    boolean hasFinalizer = false;
    for (JsonNode finalizer : metadata.path("finalizers")) {
      hasFinalizer |= finalizer.asText().equals(Marks.FINALIZER);
    }
    String template = annotation(metadata, Marks.TEMPLATE);
    String digest = annotation(metadata, Marks.DIGEST);
    return new Work(
        metadata.path("name").asText(""),
        metadata.path("uid").asText(""),
        metadata.path("creationTimestamp").asText(""),
        metadata.path("generation").asLong(0),
        metadata.hasNonNull("deletionTimestamp"),
        hasFinalizer,
        swarmId(metadata, cluster),
        metadata.path("labels").path(Marks.OWNER_KIND).asText("").equals(BINDING),
        template != null ? template : digest,
        parts(metadata),
        manifests,
        manifests.stream().allMatch(manifest -> manifest.id() != null),
        rules(spec.path("manifestConfigs")),
        orphaning(spec.path("deleteOption")));
  }

  /** A work that is not there any more, as far as its inventory tells. */
  public static Work gone(String name, String created, @Nullable String swarmId) {
    return new Work(
        name,
        "",
        created,
        0,
        true,
        false,
        swarmId,
        false,
        null,
        1,
        List.of(),
        true,
        List.of(),
        new Orphaning(false, Set.of()));
  }

  private static @Nullable String annotation(JsonNode metadata, String name) {
    JsonNode value = metadata.path("annotations").path(name);
    JsonNode either = value.isTextual() ? value : metadata.path("labels").path(name);
    return either.isTextual() && !either.asText().isEmpty() ? either.asText() : null;
  }

  private static int parts(JsonNode metadata) {
    String text = annotation(metadata, Marks.PARTS);
    return text != null && text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 1;
  }

  /** A swarm that runs alone has a name of its own; that of a world is made from three. */
  private static @Nullable String swarmId(JsonNode metadata, String cluster) {
    String alone = metadata.path("annotations").path(Marks.SWARM).asText("");
    if (!alone.isEmpty()) {
      return alone;
    }
    JsonNode labels = metadata.path("labels");
    String namespace = labels.path(Marks.OWNER_NAMESPACE).asText("");
    String name = labels.path(Marks.OWNER_NAME).asText("");
    boolean isWorld = labels.path(Marks.OWNER_KIND).asText("").equals(WORLD);
    return isWorld && !namespace.isEmpty() && !name.isEmpty()
        ? namespace + "_" + name + "_" + cluster
        : null;
  }

  private static List<Manifest> manifests(JsonNode nodes) {
    List<Manifest> manifests = new ArrayList<>();
    Map<ObjectId, Integer> seen = new HashMap<>();
    for (JsonNode node : nodes) {
      int ordinal = manifests.size();
      ObjectNode content = node instanceof ObjectNode object ? object : null;
      Checked<ObjectId> id = ObjectId.of(node);
      manifests.add(
          switch (id) {
            case Checked.Valid<ObjectId>(ObjectId valid) -> {
              Integer earlier = seen.putIfAbsent(valid, ordinal);
              yield new Manifest(
                  ordinal,
                  node.deepCopy(),
                  valid,
                  earlier == null ? flaw(valid, node) : twice(valid, earlier));
            }
            case Checked.Invalid<ObjectId>(List<Problem> problems) ->
                new Manifest(
                    ordinal,
                    content == null ? EMPTY.deepCopy() : content.deepCopy(),
                    null,
                    problems.getFirst());
          });
    }
    return List.copyOf(manifests);
  }

  private static final ObjectNode EMPTY =
      com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();

  private static Problem twice(ObjectId id, int earlier) {
    return new Problem(
        "duplicate-object",
        "",
        id + " is in this work twice, first as manifest " + earlier,
        "leave one of them out");
  }

  private static @Nullable Problem flaw(ObjectId id, JsonNode manifest) {
    for (String field : List.of("labels", "annotations")) {
      JsonNode value = manifest.path("metadata").path(field);
      if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
        return new Problem(
            "invalid-manifest",
            "metadata." + field,
            "metadata." + field + " of " + id + " is no map",
            "write it as keys and values");
      }
    }
    return reserved(id);
  }

  /** The agent's own things are not to be overwritten by what it delivers. */
  private static @Nullable Problem reserved(ObjectId id) {
    boolean itself = id.group().isEmpty() && id.kind().equals("Namespace");
    return id.namespace().equals(Marks.SYSTEM_NAMESPACE)
            || (itself && id.name().equals(Marks.SYSTEM_NAMESPACE))
        ? new Problem(
            "reserved-namespace",
            "",
            Marks.SYSTEM_NAMESPACE + " belongs to the agent",
            "use another namespace")
        : null;
  }

  private static List<Rule> rules(JsonNode configs) {
    List<Rule> rules = new ArrayList<>();
    for (JsonNode config : configs) {
      Strategy strategy =
          switch (config.path("updateStrategy").path("type").asText("")) {
            case "CreateOnly" -> Strategy.CREATE_ONLY;
            case "ReadOnly" -> Strategy.READ_ONLY;
            default -> Strategy.APPLY;
          };
      rules.add(new Rule(Target.read(config.path("resourceIdentifier")), strategy));
    }
    return List.copyOf(rules);
  }

  private static Orphaning orphaning(JsonNode option) {
    String policy = option.path("propagationPolicy").asText("");
    List<Target> some = new ArrayList<>();
    if (policy.equals("SelectivelyOrphan")) {
      for (JsonNode rule : option.path("selectivelyOrphans").path("orphaningRules")) {
        some.add(Target.read(rule));
      }
    }
    return new Orphaning(policy.equals("Orphan"), Set.copyOf(some));
  }

  Strategy strategy(ResourceType type, ObjectId id) {
    Target target = Target.of(type, id);
    return rules.stream()
        .filter(rule -> rule.target().equals(target))
        .map(Rule::strategy)
        .findFirst()
        .orElse(Strategy.APPLY);
  }

  boolean orphans(ResourceType type, ObjectId id) {
    return (deleting && orphaning.all()) || orphaning.some().contains(Target.of(type, id));
  }

  /** Whether the work names this object, as far as the cluster knows its kind. */
  public boolean wants(ObjectId id, Types types) {
    return !deleting
        && manifests.stream()
            .anyMatch(manifest -> {
              ObjectId own = manifest.id();
              return own != null && types.place(own, manifest.version()).equals(id);
            });
  }
}
