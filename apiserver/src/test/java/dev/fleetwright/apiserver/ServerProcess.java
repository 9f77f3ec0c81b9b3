package dev.fleetwright.apiserver;

import java.io.IOException;
import java.nio.file.Path;

/** A server in a process of its own: {@code ServerProcess DIR [PORT]}; ends with its input. */
final class ServerProcess {
  private ServerProcess() {}

  static void main(String[] args) throws IOException {
    int port = args.length > 1 ? Integer.parseInt(args[1]) : 0;
    long start = System.nanoTime();
    try (var server = ApiServer.start(Config.of(Path.of(args[0])).withPort(port))) {
      System.out.println(server.address());
      System.err.println("started in " + (System.nanoTime() - start) / 1_000_000 + " ms");
      while (System.in.read() >= 0) {
        // until the other side closes it
      }
    }
  }
}
