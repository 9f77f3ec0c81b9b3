package dev.fleetwright.swarm.controller;

/**
 * A component that has an address on the bus.
 *
 * @param name unique in the swarm
 */
public record Member(String name, String role, String instance) {

  boolean isAt(String otherRole, String otherInstance) {
    return role.equals(otherRole) && instance.equals(otherInstance);
  }
}
