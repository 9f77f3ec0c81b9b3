package dev.fleetwright.agent;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Clients of many servers that share a few threads, and what they know of the classes of objects. A
 * client that is made alone brings its own, and a thousand of those are thousands of threads and
 * two gigabytes.
 */
public final class ClusterClients implements AutoCloseable {

  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setUseDaemonThread(true)
              .setFileSystemOptions(
                  new FileSystemOptions()
                      .setFileCachingEnabled(false)
                      .setClassPathResolvingEnabled(false)));
  private final VertxHttpClientFactory http = new VertxHttpClientFactory(vertx);
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
  private final List<KubernetesClient> open = new ArrayList<>();

  /** Closed with the others. */
  public synchronized KubernetesClient open(Config config) {
    KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withHttpClientFactory(http)
            .withTaskExecutor(tasks)
            .withKubernetesSerialization(json)
            .build();
    open.add(client);
    return client;
  }

  @Override
  public synchronized void close() {
    open.forEach(KubernetesClient::close);
    open.clear();
    tasks.shutdownNow();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
