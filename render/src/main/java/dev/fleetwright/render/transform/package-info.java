/** The contract between a provider and its transformers. */
@NullMarked
package dev.fleetwright.render.transform;

import org.jspecify.annotations.NullMarked;
