/** JSON patch, merge patch and strategic merge patch on trees. */
@NullMarked
package dev.fleetwright.apiserver.patch;

import org.jspecify.annotations.NullMarked;
