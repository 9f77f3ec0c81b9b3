package dev.fleetwright.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The ClusterRoles of the platform, as they stand in {@code deploy/rbac}. */
public final class Roles {

  /** What the hub's controllers may do. */
  public static final String HUB = "fleetwright-hub";

  /** What an agent may read besides its mailboxes when it serves all of them. */
  public static final String ALL_MAILBOXES = "fleetwright-all-mailboxes";

  private Roles() {}

  /** All of them as one YAML stream. */
  public static String all() {
    try (InputStream in = Roles.class.getResourceAsStream("rbac/roles.yaml")) {
      if (in == null) {
        throw new IllegalStateException("the roles are missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
