/** Which transformers a component gets, and why: candidates, scores, strategies. */
@NullMarked
package dev.fleetwright.render.matching;

import org.jspecify.annotations.NullMarked;
