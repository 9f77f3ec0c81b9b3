/** Cases from files, properties from seeds, and what neither can say. */
@NullMarked
package dev.fleetwright.release;

import org.jspecify.annotations.NullMarked;
