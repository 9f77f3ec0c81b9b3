package dev.fleetwright.cli.fleet;

import java.net.InetSocketAddress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where a process answers probes. */
final class HealthOptions {

  @Option(
      names = "--health",
      paramLabel = "[HOST:]PORT",
      defaultValue = "127.0.0.1:8081",
      description = {
        "Where /healthz, /readyz and /metrics answer (${DEFAULT-VALUE}); port 0 is any free one.",
        "In a container name 0.0.0.0:8081."
      })
  private String health = "127.0.0.1:8081";

  InetSocketAddress address(CommandSpec spec) {
    return address(spec, "--health", health);
  }

  /** Reads what an option names as the place to listen. */
  static InetSocketAddress address(CommandSpec spec, String option, String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (port < 0 || port > 65_535 || host.isEmpty()) {
        throw new NumberFormatException();
      }
      return new InetSocketAddress(host, port);
    } catch (NumberFormatException e) {
      throw new ParameterException(
          spec.commandLine(), option + ": expected PORT or HOST:PORT, not " + text);
    }
  }
}
