package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.plain.Fields;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What must fit together inside one pod: names, mounts and volumes, ports and probes, resources.
 */
final class PodRules {

  private final String path;
  private final List<Problem> problems;

  private PodRules(String path, List<Problem> problems) {
    this.path = path;
    this.problems = problems;
  }

  /**
   * Checks a pod.
   *
   * @param templates volumes that a StatefulSet brings by itself
   */
  static void check(
      Map<String, @Nullable Object> podSpec,
      Set<String> templates,
      String path,
      List<Problem> problems) {
    PodRules rules = new PodRules(path, problems);
    Set<String> volumes = new TreeSet<>(templates);
    for (Map<String, @Nullable Object> volume : Fields.maps(podSpec, "volumes")) {
      String name = Fields.text(volume, "name", "");
      if (!volumes.add(name)) {
        rules.add(
            "duplicate-volume", "volumes", "two volumes are named \"" + name + "\"", "rename one");
      }
    }
    Set<String> names = new HashSet<>();
    for (Pods.Located container : Pods.containers(podSpec)) {
      String name = Fields.text(container.value(), "name", "");
      if (!names.add(name)) {
        rules.add(
            "duplicate-container",
            container.path() + ".name",
            "two containers are named \"" + name + "\"",
            "rename one");
      }
      rules.container(container, volumes);
    }
  }

  private void container(Pods.Located container, Set<String> volumes) {
    mounts(container, volumes);
    ports(container);
    environment(container);
    resources(container);
    for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
      probe(container, probe);
    }
  }

  private void mounts(Pods.Located container, Set<String> volumes) {
    Set<String> paths = new HashSet<>();
    List<Map<String, @Nullable Object>> mounts = Fields.maps(container.value(), "volumeMounts");
    for (int i = 0; i < mounts.size(); i++) {
      String at = container.path() + ".volumeMounts[" + i + "]";
      String name = Fields.text(mounts.get(i), "name", "");
      if (!volumes.contains(name)) {
        add(
            "unknown-volume",
            at + ".name",
            "no volume is named \"" + name + "\"",
            Suggestion.nearest(name, volumes)
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElse(
                    volumes.isEmpty()
                        ? "add opm.dev/resources/storage@v1#Volumes with it"
                        : "use one of: " + String.join(", ", volumes)));
      }
      String mountPath = Fields.text(mounts.get(i), "mountPath", "");
      if (!paths.add(mountPath)) {
        add(
            "duplicate-mount",
            at + ".mountPath",
            "two volumes are mounted at " + mountPath,
            "move one");
      }
      if (mountPath.contains(":")) {
        add("invalid-mount", at + ".mountPath", "a mount path has no colon", "rename it");
      }
    }
  }

  private void ports(Pods.Located container) {
    Set<String> names = new HashSet<>();
    Set<String> numbers = new HashSet<>();
    for (Map<String, @Nullable Object> port : Fields.maps(container.value(), "ports")) {
      String name = Fields.text(port, "name");
      if (name != null && !names.add(name)) {
        add(
            "duplicate-port",
            container.path() + ".ports",
            "two ports are named \"" + name + "\"",
            "rename one");
      }
      String number =
          Fields.number(port, "containerPort", 0) + "/" + Fields.text(port, "protocol", "TCP");
      if (!numbers.add(number)) {
        add(
            "duplicate-port",
            container.path() + ".ports",
            "the port " + number + " is there twice",
            "remove one");
      }
    }
  }

  private void environment(Pods.Located container) {
    Set<String> names = new HashSet<>();
    List<Map<String, @Nullable Object>> env = Fields.maps(container.value(), "env");
    for (int i = 0; i < env.size(); i++) {
      String name = Fields.text(env.get(i), "name", "");
      if (!names.add(name)) {
        problems.add(
            new Problem(
                    "duplicate-variable",
                    path + "." + container.path() + ".env[" + i + "]",
                    "the variable " + name + " is set twice, and the last one counts",
                    "remove one")
                .asWarning());
      }
      if (env.get(i).get("value") != null && env.get(i).get("valueFrom") != null) {
        add(
            "value-twice",
            container.path() + ".env[" + i + "]",
            "the variable " + name + " has both value and valueFrom",
            "remove one");
      }
    }
  }

  private void resources(Pods.Located container) {
    Map<String, @Nullable Object> resources = Fields.map(container.value(), "resources");
    Map<String, @Nullable Object> limits = Fields.map(resources, "limits");
    Fields.map(resources, "requests")
        .forEach((name, request) -> {
          Object limit = limits.get(name);
          if (limit != null && request != null && Quantities.compare(request, limit) > 0) {
            add(
                "request-above-limit",
                container.path() + ".resources.requests." + name,
                "it asks for " + request + " " + name + " and may use at most " + limit,
                "raise the limit or lower the request");
          }
        });
  }

  private void probe(Pods.Located container, String field) {
    Map<String, @Nullable Object> probe = Fields.map(container.value(), field);
    for (String kind : List.of("httpGet", "tcpSocket")) {
      if (Fields.map(probe, kind).get("port") instanceof String name) {
        Set<String> known = new TreeSet<>();
        for (Map<String, @Nullable Object> port : Fields.maps(container.value(), "ports")) {
          known.add(Fields.text(port, "name", ""));
        }
        if (!known.contains(name)) {
          add(
              "unknown-port",
              container.path() + "." + field + "." + kind + ".port",
              "the container has no port named \"" + name + "\"",
              Suggestion.nearest(name, known)
                  .map(nearest -> "did you mean \"" + nearest + "\"?")
                  .orElse("name a port so, or write its number"));
        }
      }
    }
  }

  private void add(String code, String relative, String message, String nextStep) {
    problems.add(new Problem(code, path + "." + relative, message, nextStep));
  }
}
