package dev.fleetwright.render.module;

import dev.fleetwright.documents.Node;

/** A definition named by a component, and where. */
public record Reference(String fqn, Node node) {}
