package dev.fleetwright.capability.reading;

import dev.fleetwright.capability.kinds.GamePlatform;
import dev.fleetwright.documents.Document;
import dev.fleetwright.documents.Kind;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.util.List;
import java.util.Set;

/**
 * Objects that are not of the four kinds. Those that other parts of a fleet are made of may lie
 * beside them and are passed over; anything else is a slip.
 */
final class OtherKinds {

  private static final Set<String> GROUPS_BESIDE =
      Set.of(
          "release.fleetwright.dev",
          "swarm.fleetwright.dev",
          "core.opm.dev",
          "control.kubestellar.io",
          "cluster.open-cluster-management.io",
          "work.open-cluster-management.io");

  private OtherKinds() {}

  static void report(List<Document> others, Problems problems) {
    for (Document other : others) {
      String group = other.apiVersion().replaceFirst("/.*", "");
      boolean namespace = other.apiVersion().equals("v1") && other.kind().equals("Namespace");
      if (!GROUPS_BESIDE.contains(group) && !namespace) {
        problems.add(unknown(other));
      }
    }
  }

  private static Problem unknown(Document other) {
    List<String> known = Bodies.KINDS.stream().map(Kind::kind).toList();
    if (known.contains(other.kind())) {
      return at(other, "apiVersion")
          .problem(
              "unknown-api-version",
              "the kind " + other.kind() + " is not of apiVersion \"" + other.apiVersion() + "\"",
              "write apiVersion: " + GamePlatform.API_VERSION);
    }
    return at(other, "kind")
        .problem(
            "unknown-kind",
            "unknown kind \"" + other.kind() + "\"",
            Suggestion.nearest(other.kind(), known)
                .map(near -> "did you mean " + near + "?")
                .orElse("leave the object out, or write one of " + String.join(", ", known)));
  }

  private static Node at(Document other, String field) {
    Node node = other.root().child(field);
    return node == null ? other.root() : node;
  }
}
