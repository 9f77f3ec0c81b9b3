package dev.fleetwright.apiserver.referee;

import dev.fleetwright.apiserver.Client;

/**
 * An API server that the cases are run on.
 *
 * @param embedded whether it is ours; then each case gets a whole logical cluster
 * @param controllers whether somebody collects garbage and empties namespaces there
 */
record RefereeServer(String name, Client client, boolean embedded, boolean controllers) {}
