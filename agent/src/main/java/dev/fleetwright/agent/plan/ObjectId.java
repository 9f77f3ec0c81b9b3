package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.Comparator;

/**
 * Which object of a cluster. The version is no part of it: one object can be read in several.
 *
 * @param namespace empty for an object without one
 */
public record ObjectId(String group, String kind, String namespace, String name)
    implements Comparable<ObjectId> {

  private static final Comparator<ObjectId> ORDER =
      Comparator.comparing(ObjectId::group)
          .thenComparing(ObjectId::kind)
          .thenComparing(ObjectId::namespace)
          .thenComparing(ObjectId::name);

  /** The identity that a manifest states. */
  public static Checked<ObjectId> of(JsonNode manifest) {
    String apiVersion = manifest.path("apiVersion").asText("");
    String kind = manifest.path("kind").asText("");
    JsonNode metadata = manifest.path("metadata");
    String name = metadata.path("name").asText("");
    if (apiVersion.isEmpty() || kind.isEmpty() || name.isEmpty()) {
      return Checked.invalid(
          new Problem(
              "incomplete-manifest",
              "",
              "a manifest needs apiVersion, kind and metadata.name",
              "add what is missing; metadata.generateName cannot be applied"));
    }
    return Checked.valid(
        new ObjectId(groupOf(apiVersion), kind, metadata.path("namespace").asText(""), name));
  }

  static String groupOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  static String versionOf(String apiVersion) {
    return apiVersion.substring(apiVersion.indexOf('/') + 1);
  }

  ObjectId inNamespace(String other) {
    return new ObjectId(group, kind, other, name);
  }

  /** The same but for the namespace, which is not known before the kind is. */
  boolean mayBe(ObjectId other) {
    return group.equals(other.group) && kind.equals(other.kind) && name.equals(other.name);
  }

  @Override
  public int compareTo(ObjectId other) {
    return ORDER.compare(this, other);
  }

  /** For people: {@code Deployment.apps shop/web}. */
  @Override
  public String toString() {
    return kind
        + (group.isEmpty() ? "" : "." + group)
        + " "
        + (namespace.isEmpty() ? "" : namespace + "/")
        + name;
  }
}
