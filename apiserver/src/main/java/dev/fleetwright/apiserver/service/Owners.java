package dev.fleetwright.apiserver.service;

/** The finalizers by which a deletion waits for, or lets go of, the objects that it owns. */
final class Owners {
  static final String FOREGROUND = "foregroundDeletion";
  static final String ORPHAN = "orphan";

  private Owners() {}
}
