package dev.fleetwright.cli.terminal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Whether a server could listen on a port of this machine. */
public final class LoopbackPort {

  private LoopbackPort() {}

  /** What keeps a server from it; empty when nothing does. */
  public static String obstacle(int port) {
    return obstacle(InetAddress.getLoopbackAddress(), port);
  }

  /** The same for another address of this machine; any port for 0. */
  public static String obstacle(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
