/** Strict SemVer 2.0 versions and npm-style ranges. */
@NullMarked
package dev.fleetwright.semver;

import org.jspecify.annotations.NullMarked;
