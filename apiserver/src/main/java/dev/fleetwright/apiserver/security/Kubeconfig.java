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
    PrivateFile.write(file, text(address, caPem, "admin", "token: " + token, clusters));
  }

  /** The text for a user who proves the name by a client certificate. */
  public static String text(
      String address,
      String caPem,
      String user,
      Certificates.ClientKey key,
      Collection<String> clusters) {
    String credential =
        "client-certificate-data: "
            + base64(key.certificate())
            + "\n    client-key-data: "
            + base64(key.key());
    return text(address, caPem, user, credential, clusters);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(
      String address, String caPem, String user, String credential, Collection<String> clusters) {
    String ca = base64(caPem);
    String quoted = "\"" + user.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    var servers = new StringBuilder();
    var contexts = new StringBuilder();
    add(servers, contexts, HUB_CONTEXT, address, ca, quoted);
    for (String cluster : clusters) {
      if (!cluster.equals(HUB_CONTEXT)) {
        add(servers, contexts, cluster, address + "/clusters/" + cluster, ca, quoted);
      }
    }
    return "apiVersion: v1\nkind: Config\ncurrent-context: "
        + HUB_CONTEXT
        + "\npreferences: {}\nclusters:\n"
        + servers
        + "contexts:\n"
        + contexts
        + "users:\n- name: "
        + quoted
        + "\n  user:\n    "
        + credential
        + "\n";
  }

  private static void add(
      StringBuilder servers,
      StringBuilder contexts,
      String name,
      String server,
      String ca,
      String user) {
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
        .append("\"\n    user: ")
        .append(user)
        .append("\n    namespace: default\n");
  }
}
