package dev.fleetwright.cli.up;

/**
 * Closes the platform when the process is told to end, by Ctrl-C or SIGTERM, before the JVM goes.
 */
final class Shutdown {

  private Shutdown() {}

  static void onSignal(Platform platform, Runnable afterwards) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  platform.close();
                  afterwards.run();
                },
                "shutdown"));
  }
}
