package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.error.Failure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request's path: which logical cluster, and what is behind it.
 *
 * @param cluster empty for the hub
 * @param steps the rest of the path
 */
record ApiPath(String cluster, List<String> steps) {
  /** What a path below a group and version names. */
  record Resource(
      String group, String version, String namespace, String plural, String name, String part) {}

  static ApiPath parse(String rawPath) {
    var steps = new ArrayList<String>();
    for (String step : rawPath.split("/", -1)) {
      if (!step.isEmpty()) {
        steps.add(decode(step));
      }
    }
    if (steps.size() >= 2 && steps.getFirst().equals("clusters")) {
      return new ApiPath(steps.get(1), List.copyOf(steps.subList(2, steps.size())));
    }
    return new ApiPath("", List.copyOf(steps));
  }

  private static String decode(String step) {
    try {
      // A plus sign is itself in a path.
      return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Failure.badRequest("the URL has a wrong percent-encoding");
    }
  }

  /** The prefix that leads back to this cluster. */
  String prefix() {
    return cluster.isEmpty() ? "" : "/clusters/" + cluster;
  }

  boolean is(String... expected) {
    return steps.equals(List.of(expected));
  }

  /** The resource that the path names; a failure when it has no such form. */
  Resource resource() {
    List<String> rest;
    String group;
    String version;
    if (steps.size() >= 3 && steps.getFirst().equals("api")) {
      group = "";
      version = steps.get(1);
      rest = steps.subList(2, steps.size());
    } else if (steps.size() >= 4 && steps.getFirst().equals("apis")) {
      group = steps.get(1);
      version = steps.get(2);
      rest = steps.subList(3, steps.size());
    } else {
      throw Failure.noSuchPath();
    }
    boolean inNamespace =
        rest.size() >= 3
            && rest.getFirst().equals("namespaces")
            && !(group.isEmpty()
                && rest.size() == 3
                && List.of("status", "finalize").contains(rest.get(2)));
    String namespace = inNamespace ? rest.get(1) : "";
    List<String> tail = inNamespace ? rest.subList(2, rest.size()) : rest;
    if (tail.size() > 3) {
      throw Failure.noSuchPath();
    }
    return new Resource(
        group,
        version,
        namespace,
        tail.getFirst(),
        tail.size() > 1 ? tail.get(1) : "",
        tail.size() > 2 ? tail.get(2) : "");
  }
}
