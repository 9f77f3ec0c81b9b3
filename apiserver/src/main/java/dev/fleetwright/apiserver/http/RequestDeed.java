package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.error.Failure;
import java.util.List;
import java.util.Locale;

/** What a request means in the words of roles: a verb on a resource, or on another path. */
final class RequestDeed {
  private RequestDeed() {}

  static Deed of(Exchange exchange) {
    ApiPath path = exchange.path();
    String cluster = path.cluster();
    if (isResource(path.steps())) {
      ApiPath.Resource resource;
      try {
        resource = path.resource();
      } catch (Failure e) {
        return onPath(exchange, cluster);
      }
      String name = resource.name();
      String verb = verb(exchange, name);
      if (name.isEmpty() && (verb.equals("list") || verb.equals("watch"))) {
        name = onlyName(exchange.query().text("fieldSelector"));
      }
      // A namespace is an object of the cluster, yet rules in it are to cover it.
      String namespace =
          resource.plural().equals("namespaces") && resource.group().isEmpty()
              ? resource.name()
              : resource.namespace();
      return new Deed.OnResource(
          cluster, verb, resource.group(), resource.plural(), resource.part(), namespace, name);
    }
    return onPath(exchange, cluster);
  }

  /** Whether a path leads to objects and not to a description of what is served. */
  static boolean isResource(List<String> steps) {
    String first = steps.isEmpty() ? "" : steps.getFirst();
    return (first.equals("api") && steps.size() > 2) || (first.equals("apis") && steps.size() > 3);
  }

  private static Deed onPath(Exchange exchange, String cluster) {
    String path = "/" + String.join("/", exchange.path().steps());
    String verb = exchange.method().toLowerCase(Locale.ROOT);
    return new Deed.OnPath(cluster, verb, path);
  }

  private static String verb(Exchange exchange, String name) {
    return switch (exchange.method()) {
      case "GET", "HEAD" ->
          exchange.query().flag("watch") ? "watch" : name.isEmpty() ? "list" : "get";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
      default -> exchange.method().toLowerCase(Locale.ROOT);
    };
  }

  /** Who may see one object may also list or watch just that one. */
  private static String onlyName(String fieldSelector) {
    for (String term : fieldSelector.split(",", -1)) {
      if (term.startsWith("metadata.name=")) {
        String name = term.substring("metadata.name=".length());
        return name.startsWith("=") ? name.substring(1) : name;
      }
    }
    return "";
  }
}
