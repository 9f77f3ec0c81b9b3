package dev.fleetwright.cli.up;

import dev.fleetwright.cli.terminal.LoopbackPort;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The one address that the API server listens on. It is in the server's certificate and in every
 * kubeconfig, so it must be one that the others can use: no wildcard.
 *
 * @param text as it was given
 */
record ListenAddress(String text, InetAddress address) {

  static final String LOOPBACK = "127.0.0.1";

  static Checked<ListenAddress> parse(String text) {
    try {
      InetAddress address = InetAddress.getByName(text);
      if (address.isAnyLocalAddress()) {
        return invalid(
            text + " is every address; the certificate needs the one that others will use");
      }
      String obstacle = LoopbackPort.obstacle(address, 0);
      return obstacle.isEmpty()
          ? new Checked.Valid<>(new ListenAddress(text, address))
          : invalid(text + " is no address of this machine (" + obstacle + ")");
    } catch (UnknownHostException e) {
      return invalid(text + " is no address and no name that can be found");
    }
  }

  private static Checked<ListenAddress> invalid(String message) {
    return new Checked.Invalid<>(
        List.of(
            new Problem(
                "invalid-listen-address",
                "--listen",
                message,
                "use one of " + addresses().collect(Collectors.joining(", ")))));
  }

  private static Stream<String> addresses() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLinkLocalAddress())
          .map(InetAddress::getHostAddress)
          .sorted();
    } catch (SocketException e) {
      return Stream.of(LOOPBACK);
    }
  }

  /** Whether other machines can reach it. */
  boolean isOpen() {
    return !address.isLoopbackAddress();
  }
}
