package dev.fleetwright.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** One server for all tests of a JVM; each test takes a fresh logical cluster of it. */
public final class Shared {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final ApiServer SERVER = start();

  private Shared() {}

  private static ApiServer start() {
    try {
      var directory = Files.createTempDirectory("apiserver-test").resolve("data");
      var server =
          ApiServer.start(
              Config.of(directory)
                  .withBookmarkEvery(Duration.ofMillis(200))
                  .withPatience(Duration.ofSeconds(2)));
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ApiServer server() {
    return SERVER;
  }

  /** The name of a new logical cluster. */
  public static String cluster() {
    String name = "c" + COUNT.incrementAndGet();
    try {
      SERVER.addCluster(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return name;
  }

  public static Client client(String cluster) {
    return new Client(SERVER.address(cluster), SERVER.caCertificate(), SERVER.token());
  }

  /** A client of a new logical cluster. */
  public static Client fresh() {
    return client(cluster());
  }
}
