/** YAML and JSON read with positions and limits, bound to records with problems. */
@NullMarked
package dev.fleetwright.documents;

import org.jspecify.annotations.NullMarked;
