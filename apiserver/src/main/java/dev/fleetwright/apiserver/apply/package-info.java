/** Server-side apply: field sets, managed fields, merge and conflicts. */
@NullMarked
package dev.fleetwright.apiserver.apply;

import org.jspecify.annotations.NullMarked;
