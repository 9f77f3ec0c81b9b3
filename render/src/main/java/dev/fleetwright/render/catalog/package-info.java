/** Definitions by fully qualified name: resources, traits, policies, blueprints. */
@NullMarked
package dev.fleetwright.render.catalog;

import org.jspecify.annotations.NullMarked;
