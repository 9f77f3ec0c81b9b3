/** How a rule's configuration is read from data, and described to people. */
@NullMarked
package dev.fleetwright.release.options;

import org.jspecify.annotations.NullMarked;
