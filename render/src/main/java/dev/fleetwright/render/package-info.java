/** Components become platform objects: a pure function of a module, a provider and a context. */
@NullMarked
package dev.fleetwright.render;

import org.jspecify.annotations.NullMarked;
