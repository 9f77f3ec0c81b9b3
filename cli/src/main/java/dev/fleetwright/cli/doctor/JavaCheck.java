package dev.fleetwright.cli.doctor;

import java.util.function.Supplier;

/** Is the Java that runs us the one that we are built for? */
record JavaCheck(Runtime.Version version, String home, long maxHeapBytes)
    implements Supplier<Finding> {

  static final int WANTED = 25;
  private static final long SMALL_HEAP = 512L << 20;

  static JavaCheck ofThisProcess() {
    return new JavaCheck(
        Runtime.version(), System.getProperty("java.home", "?"), Runtime.getRuntime().maxMemory());
  }

  @Override
  public Finding get() {
    String found = version + " in " + home + ", heap up to " + (maxHeapBytes >> 20) + " MiB";
    if (version.feature() < WANTED) {
      return Finding.fail(
          "java",
          found,
          "install a JDK "
              + WANTED
              + " and set FLEETWRIGHT_JAVA_HOME to it, or run tools/find-jdk for advice");
    }
    if (maxHeapBytes < SMALL_HEAP) {
      return Finding.warn("java", found, "give it more: FLEETWRIGHT_JAVA_OPTS=-Xmx1g");
    }
    return Finding.ok("java", found);
  }
}
