package dev.fleetwright.apiserver.referee;

import dev.fleetwright.apiserver.Client;
import dev.fleetwright.apiserver.Shared;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Ours always; a real one when the environment names it. */
final class RefereeServers {
  static final String HOW =
      "no real API server was given: set KUBECONFIG_REFEREE to the path of a kubeconfig, or"
          + " KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd, to run the same cases"
          + " there";

  private static final Optional<RefereeServer> REAL = real();

  private RefereeServers() {}

  static List<RefereeServer> all() {
    var servers = new ArrayList<RefereeServer>();
    servers.add(
        new RefereeServer(
            "embedded", Shared.client(dev.fleetwright.apiserver.ApiServer.HUB), true, true, true));
    REAL.ifPresent(servers::add);
    return servers;
  }

  static boolean isRealGiven() {
    return REAL.isPresent();
  }

  private static Optional<RefereeServer> real() {
    String kubeconfig = System.getenv("KUBECONFIG_REFEREE");
    String assets = System.getenv("KUBEBUILDER_ASSETS");
    try {
      if (kubeconfig != null && !kubeconfig.isEmpty()) {
        return Optional.of(described("kubeconfig", byKubeconfig(Path.of(kubeconfig))));
      }
      if (assets != null && !assets.isEmpty()) {
        var process = KubeApiServerProcess.start(Path.of(assets));
        return Optional.of(described("kube-apiserver", process.client()));
      }
      return Optional.empty();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("the real API server cannot be used", e);
    }
  }

  private static Client byKubeconfig(Path file) throws IOException, GeneralSecurityException {
    Config config = Config.fromKubeconfig(Files.readString(file));
    SSLContext tls = SSLUtils.sslContext(config);
    String url = config.getMasterUrl();
    String token = config.getAutoOAuthToken();
    return new Client(
        url.endsWith("/") ? url.substring(0, url.length() - 1) : url,
        tls,
        token == null ? "" : token);
  }

  /** Controllers are there if one of them answers to a new namespace. */
  private static RefereeServer described(String name, Client client) {
    var created =
        client
            .post(
                "/api/v1/namespaces",
                "{'apiVersion':'v1','kind':'Namespace','metadata':{'generateName':'referee-'}}")
            .expect(201);
    String path = "/api/v1/namespaces/" + created.text("/metadata/name");
    boolean controllers = false;
    for (int i = 0; i < 30 && !controllers; i++) {
      controllers = client.get(path + "/serviceaccounts/default").code() == 200;
      pause();
    }
    client.delete(path);
    String first =
        client
            .get(
                "/api/v1/namespaces?watch=true&sendInitialEvents=true&timeoutSeconds=1"
                    + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
            .text("/type");
    return new RefereeServer(name, client, false, controllers, first.equals("ADDED"));
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
