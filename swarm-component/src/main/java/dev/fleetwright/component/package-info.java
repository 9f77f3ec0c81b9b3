/**
 * For authors of components: a few lines give a Java program its control plane. Start with {@link
 * dev.fleetwright.component.SwarmComponent}.
 */
@NullMarked
package dev.fleetwright.component;

import org.jspecify.annotations.NullMarked;
