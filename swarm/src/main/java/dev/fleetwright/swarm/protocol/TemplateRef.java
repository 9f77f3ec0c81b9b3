package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names the ManifestWork that a swarm is made from, and the hash of its content. The manifests
 * themselves do not travel on the bus.
 *
 * @param needs which components each component needs before it starts; empty when there is no order
 */
public record TemplateRef(
    String namespace,
    String name,
    String hash,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, List<String>> needs) {

  @JsonCreator
  public TemplateRef(
      @JsonProperty("namespace") String namespace,
      @JsonProperty("name") String name,
      @JsonProperty("hash") String hash,
      @JsonProperty("needs") @Nullable SortedMap<String, List<String>> needs) {
    if (namespace.isEmpty() || name.isEmpty() || hash.isEmpty()) {
      throw new IllegalArgumentException("a template has a namespace, a name and a hash");
    }
    this.namespace = namespace;
    this.name = name;
    this.hash = hash;
    this.needs = copy(needs == null ? Map.of() : needs);
  }

  public TemplateRef(String namespace, String name, String hash) {
    this(namespace, name, hash, null);
  }

  /** The same with an order. */
  public TemplateRef needing(Map<String, ? extends Collection<String>> order) {
    return new TemplateRef(namespace, name, hash, copy(order));
  }

  private static SortedMap<String, List<String>> copy(
      Map<String, ? extends Collection<String>> needs) {
    SortedMap<String, List<String>> copy = new TreeMap<>();
    needs.forEach((component, providers) ->
        copy.put(component, providers.stream().sorted().distinct().toList()));
    return Collections.unmodifiableSortedMap(copy);
  }

  /**
   * Reads {@code args.template} and {@code args.needs}; the AsyncAPI file has checked their form.
   */
  public static Optional<TemplateRef> fromArgs(@Nullable JsonNode args) {
    JsonNode template = args == null ? null : args.get("template");
    return template == null
        ? Optional.empty()
        : Optional.of(
            new TemplateRef(
                template.path("namespace").asText(),
                template.path("name").asText(),
                template.path("hash").asText(),
                needsIn(args)));
  }

  private static SortedMap<String, List<String>> needsIn(@Nullable JsonNode args) {
    SortedMap<String, List<String>> needs = new TreeMap<>();
    JsonNode given = args == null ? null : args.get("needs");
    if (given != null) {
      for (var entry : given.properties()) {
        List<String> providers = new ArrayList<>();
        entry.getValue().forEach(provider -> providers.add(provider.asText()));
        needs.put(entry.getKey(), providers);
      }
    }
    return needs;
  }

  /** What a plan is delivered as: the work of its name that carries the plan's digest. */
  public static TemplateRef ofPlan(String workName, String digest) {
    return new TemplateRef("plans", workName, digest);
  }

  /** Adds what {@link #fromArgs} reads. */
  public void putInto(ObjectNode args) {
    args.set(
        "template",
        JsonNodeFactory.instance
            .objectNode()
            .put("namespace", namespace)
            .put("name", name)
            .put("hash", hash));
    if (!needs.isEmpty()) {
      ObjectNode order = args.putObject("needs");
      needs.forEach((component, providers) -> providers.forEach(order.putArray(component)::add));
    }
  }

  /** As it stands in {@code args.template}. */
  public ObjectNode toJson() {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    putInto(args);
    return (ObjectNode) args.get("template");
  }
}
