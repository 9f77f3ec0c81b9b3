/** What two or more cores share. Nothing enters for one user only. */
@NullMarked
package dev.fleetwright.model;

import org.jspecify.annotations.NullMarked;
