/** Makes policies and snapshots from what people wrote, and says what is wrong with it. */
@NullMarked
package dev.fleetwright.release.policy;

import org.jspecify.annotations.NullMarked;
