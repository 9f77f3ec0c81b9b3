/**
 * The rules that come with the engine, one class each: what it is called and configured by, and
 * what it removes.
 */
@NullMarked
package dev.fleetwright.release.rules;

import org.jspecify.annotations.NullMarked;
