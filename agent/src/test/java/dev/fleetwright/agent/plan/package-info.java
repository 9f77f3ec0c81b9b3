@NullMarked
package dev.fleetwright.agent.plan;

import org.jspecify.annotations.NullMarked;
