package dev.fleetwright.documents;

import dev.fleetwright.model.Checked;

/**
 * Makes a value of one type from a node, for types that are no records. Problems that it returns
 * may speak of the inside of the value alone: they are moved to the node's path and place.
 */
@FunctionalInterface
public interface NodeReader<T> {

  Checked<T> read(Node node);
}
