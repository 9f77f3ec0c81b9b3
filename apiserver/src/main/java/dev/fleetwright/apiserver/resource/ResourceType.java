package dev.fleetwright.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One version of one kind as a logical cluster serves it.
 *
 * @param status whether the status is written apart from the rest
 * @param scale where the scale subresource finds its numbers, null when there is none
 * @param custom whether a custom resource definition gave it
 * @param generation whether changes outside metadata and status are counted
 * @param selectable the paths of further fields by which objects can be selected
 * @param deprecation what clients of this version are warned of, or null
 * @param openApi the schema as clients see it, null when only {@link #schema} is known
 */
public record ResourceType(
    String group,
    String version,
    String kind,
    String listKind,
    String plural,
    String singular,
    List<String> shortNames,
    List<String> categories,
    boolean namespaced,
    boolean status,
    @Nullable ScalePaths scale,
    boolean custom,
    boolean generation,
    NameRule names,
    Schema schema,
    @Nullable JsonNode openApi,
    List<Column> columns,
    List<String> selectable,
    @Nullable String deprecation) {
  /** Group and version as they stand in an object's apiVersion. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Plural and group: what the objects of all versions are stored under. */
  public String resource() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** An object of this kind as a failure names it. */
  public Failure.Target target(String name) {
    return Failure.Target.of(name, group, plural);
  }

  /** An object as a validation failure names it, by kind. */
  public Failure.Target kindTarget(String name) {
    return Failure.Target.of(name, group, kind);
  }

  /** Whether this is the built-in kind with that name. */
  public boolean is(String resource) {
    return !custom && resource().equals(resource);
  }
}
