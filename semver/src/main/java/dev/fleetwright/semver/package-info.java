/** Strict SemVer 2.0 versions and npm-style ranges over them. */
@NullMarked
package dev.fleetwright.semver;

import org.jspecify.annotations.NullMarked;
