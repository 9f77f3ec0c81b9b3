/**
 * Requirements against providers: manifests compiled once, the rules that a provider must pass, and
 * the choice among those that do.
 */
@NullMarked
package dev.fleetwright.capability.matching;

import org.jspecify.annotations.NullMarked;
