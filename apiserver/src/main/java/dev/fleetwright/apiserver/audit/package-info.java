/** The record of who asked for what. */
@NullMarked
package dev.fleetwright.apiserver.audit;

import org.jspecify.annotations.NullMarked;
