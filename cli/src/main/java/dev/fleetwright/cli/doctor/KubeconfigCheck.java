package dev.fleetwright.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Is there a kubeconfig, and does its current context lead to a cluster? Needed only for real
 * clusters.
 */
record KubeconfigCheck(List<Path> candidates) implements Supplier<Finding> {

  private static final String FIX =
      "kubectl config get-contexts, then kubectl config use-context NAME";

  /**
   * The files that kubectl would read: the option, else KUBECONFIG, else the one in the home
   * folder.
   */
  static KubeconfigCheck of(
      @Nullable Path option, Map<String, String> environment, String userHome) {
    if (option != null) {
      return new KubeconfigCheck(List.of(option));
    }
    String variable = environment.getOrDefault("KUBECONFIG", "");
    if (!variable.isEmpty()) {
      return new KubeconfigCheck(
          List.of(variable.split(java.io.File.pathSeparator, -1)).stream()
              .filter(name -> !name.isEmpty())
              .map(Path::of)
              .toList());
    }
    return new KubeconfigCheck(List.of(Path.of(userHome, ".kube", "config")));
  }

  @Override
  public Finding get() {
    for (Path file : candidates) {
      if (Files.exists(file)) {
        return read(file);
      }
    }
    return Finding.ok("kubeconfig", "none; the embedded API server is used");
  }

  private static Finding read(Path file) {
    try {
      Object content =
          new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
      if (!(content instanceof Map<?, ?> config)) {
        return Finding.warn("kubeconfig", file + " holds no configuration", FIX);
      }
      Object context = config.get("current-context");
      if (!(context instanceof String name) || name.isEmpty()) {
        return Finding.warn("kubeconfig", file + " has no current context", FIX);
      }
      @Nullable Object cluster = member(config, "contexts", name, "context", "cluster");
      if (!(cluster instanceof String clusterName)) {
        return Finding.warn("kubeconfig", file + " has no context " + name, FIX);
      }
      @Nullable Object server = member(config, "clusters", clusterName, "cluster", "server");
      return server == null
          ? Finding.warn("kubeconfig", file + " has no cluster " + clusterName, FIX)
          : Finding.ok("kubeconfig", file + ", context " + name + " at " + server);
    } catch (IOException | YamlEngineException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      return Finding.warn(
          "kubeconfig",
          file + " cannot be read: " + reason,
          "repair the file, or name another in KUBECONFIG");
    }
  }

  /** The field of the entry of a given name in one of the lists of a kubeconfig. */
  private static @Nullable Object member(
      Map<?, ?> config, String list, String name, String object, String field) {
    if (config.get(list) instanceof List<?> entries) {
      for (Object entry : entries) {
        if (entry instanceof Map<?, ?> map
            && name.equals(map.get("name"))
            && map.get(object) instanceof Map<?, ?> body) {
          return body.get(field);
        }
      }
    }
    return null;
  }
}
