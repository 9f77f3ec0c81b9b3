package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;

/** The file by which kubectl and other clients find and trust the server. */
public final class Kubeconfig {
  /** The context of the root path. */
  public static final String HUB_CONTEXT = "hub";

  private Kubeconfig() {}

  /** Writes a context for the hub and one of its own name for each logical cluster. */
  public static void write(
      Path file, String address, String caPem, String token, Collection<String> clusters)
      throws IOException {
    String ca = Base64.getEncoder().encodeToString(caPem.getBytes(StandardCharsets.UTF_8));
    var servers = new StringBuilder();
    var contexts = new StringBuilder();
    add(servers, contexts, HUB_CONTEXT, address, ca);
    for (String cluster : clusters) {
      if (!cluster.equals(HUB_CONTEXT)) {
        add(servers, contexts, cluster, address + "/clusters/" + cluster, ca);
      }
    }
    PrivateFile.write(
        file,
        "apiVersion: v1\nkind: Config\ncurrent-context: "
            + HUB_CONTEXT
            + "\npreferences: {}\nclusters:\n"
            + servers
            + "contexts:\n"
            + contexts
            + "users:\n- name: admin\n  user:\n    token: "
            + token
            + "\n");
  }

  private static void add(
      StringBuilder servers, StringBuilder contexts, String name, String server, String ca) {
    servers
        .append("- name: \"")
        .append(name)
        .append("\"\n  cluster:\n    server: ")
        .append(server)
        .append("\n    certificate-authority-data: ")
        .append(ca)
        .append('\n');
    contexts
        .append("- name: \"")
        .append(name)
        .append("\"\n  context:\n    cluster: \"")
        .append(name)
        .append("\"\n    user: admin\n    namespace: default\n");
  }
}
