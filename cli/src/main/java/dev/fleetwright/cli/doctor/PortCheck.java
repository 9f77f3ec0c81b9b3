package dev.fleetwright.cli.doctor;

import dev.fleetwright.cli.terminal.LoopbackPort;
import java.util.function.Supplier;

/** Can the server listen on its port on loopback? */
record PortCheck(int port) implements Supplier<Finding> {

  @Override
  public Finding get() {
    String obstacle = LoopbackPort.obstacle(port);
    return obstacle.isEmpty()
        ? Finding.ok("port", "127.0.0.1:" + port + " is free")
        : Finding.warn(
            "port",
            "127.0.0.1:" + port + " cannot be opened: " + obstacle,
            "stop what listens there (ss -ltnp 'sport = :"
                + port
                + "'), or choose another with --port");
  }
}
