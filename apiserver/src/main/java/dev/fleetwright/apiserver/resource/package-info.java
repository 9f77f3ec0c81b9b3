/** Which kinds a logical cluster serves, and what is known about each. */
@NullMarked
package dev.fleetwright.apiserver.resource;

import org.jspecify.annotations.NullMarked;
