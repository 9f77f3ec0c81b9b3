package dev.fleetwright.cli.up;

import dev.fleetwright.api.ObjectJson;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the server that a command should ask. */
public final class Kubeconfigs {

  private Kubeconfigs() {}

  public static KubernetesClient client(@Nullable Path option) throws IOException {
    Path file = find(option);
    if (Files.size(file) == 0) {
      throw new IOException(file + " is empty and no kubeconfig");
    }
    try {
      return client(Config.fromKubeconfig(file.toFile()));
    } catch (RuntimeException e) {
      throw new IOException(file + " is no kubeconfig that can be used: " + oneLine(e), e);
    }
  }

  /** Parsers draw pictures below their message. */
  private static String oneLine(RuntimeException e) {
    return String.valueOf(e.getMessage())
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.equals("^"))
        .collect(Collectors.joining(" "));
  }

  /** A client by a context of a kubeconfig; empty when it has no such context. */
  public static Optional<KubernetesClient> context(Path file, String context) {
    Config config = Config.fromKubeconfig(file.toFile());
    if (config.getContexts().stream().noneMatch(one -> context.equals(one.getName()))) {
      return Optional.empty();
    }
    return Optional.of(client(Config.fromKubeconfig(context, file.toFile())));
  }

  /** The library takes every key for one of RSA unless it is told; those that we issue are not. */
  private static KubernetesClient client(Config config) {
    String key = config.getClientKeyData();
    if (key != null && !isRsa(key)) {
      config.setClientKeyAlgo("EC");
    }
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(ObjectJson.SHARED)
        .build();
  }

  private static boolean isRsa(String base64) {
    String pem = new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.US_ASCII);
    if (!pem.contains("BEGIN PRIVATE KEY")) {
      return pem.contains("BEGIN RSA");
    }
    try {
      byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
      var _ = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The file that {@link #client} takes. */
  public static Path find(@Nullable Path option) throws IOException {
    if (option != null) {
      if (!Files.isRegularFile(option)) {
        throw new IOException("there is no file " + option);
      }
      return option;
    }
    String variable = System.getenv("KUBECONFIG");
    List<Path> candidates =
        variable != null && !variable.isEmpty()
            ? List.of(variable.split(File.pathSeparator, -1)).stream().map(Path::of).toList()
            : List.of(
                Path.of(System.getProperty("user.home", "."), ".fleetwright", "data", "kubeconfig"),
                Path.of(System.getProperty("user.home", "."), ".kube", "config"));
    return candidates.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> new IOException("no kubeconfig: none of " + candidates + " is there"));
  }
}
