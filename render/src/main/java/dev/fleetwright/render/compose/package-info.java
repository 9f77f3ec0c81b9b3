/** The built-in Docker Compose provider's transformers and the checks of what they give. */
@NullMarked
package dev.fleetwright.render.compose;

import org.jspecify.annotations.NullMarked;
