package dev.fleetwright.cli.fleet;

import java.util.regex.Pattern;

/** What namespaces, worlds and clusters may be called. */
final class DnsLabel {

  private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?");

  private DnsLabel() {}

  static boolean is(String name) {
    return LABEL.matcher(name).matches();
  }
}
