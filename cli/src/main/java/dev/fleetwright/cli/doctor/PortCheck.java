package dev.fleetwright.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.Supplier;

/** Can the server listen on its port on loopback? */
record PortCheck(int port) implements Supplier<Finding> {

  @Override
  public Finding get() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Finding.ok("port", "127.0.0.1:" + port + " is free");
    } catch (IOException e) {
      return Finding.warn(
          "port",
          "127.0.0.1:" + port + " cannot be opened: " + e.getMessage(),
          "stop what listens there (ss -ltnp 'sport = :"
              + port
              + "'), or choose another with --port");
    }
  }
}
