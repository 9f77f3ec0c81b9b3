/** Objects of any kind that policies can select: discovered, and watched as long as one can. */
@NullMarked
package dev.fleetwright.hub.objects;

import org.jspecify.annotations.NullMarked;
