/** The built-in Kubernetes provider's transformers and the checks of what they give. */
@NullMarked
package dev.fleetwright.render.kubernetes;

import org.jspecify.annotations.NullMarked;
