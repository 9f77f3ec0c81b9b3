package dev.fleetwright.apiserver.referee;

import dev.fleetwright.apiserver.Client;

/**
 * An API server that the cases are run on.
 *
 * @param embedded whether it is ours; then each case gets a whole logical cluster
 * @param controllers whether somebody collects garbage and empties namespaces there
 * @param streamingLists whether a watch can stand for a list there, which needs a recent etcd
 */
record RefereeServer(
    String name, Client client, boolean embedded, boolean controllers, boolean streamingLists) {

  /** Whether a case that needs something can run there. */
  boolean has(String need) {
    return switch (need) {
      case "" -> true;
      case "controllers" -> controllers;
      case "streaming-lists" -> streamingLists;
      default -> throw new IllegalArgumentException("nobody knows what " + need + " is");
    };
  }
}
