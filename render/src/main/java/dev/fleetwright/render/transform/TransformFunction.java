package dev.fleetwright.render.transform;

/**
 * Turns one component into platform objects. A pure function: the same component and context give
 * the same outputs, and nothing else happens.
 *
 * <p>A transformer in Java implements this, is listed in {@code META-INF/services}, and is named by
 * its class in the {@code transform.java} of a Transformer document, which declares what it needs.
 */
public interface TransformFunction {

  Outputs transform(TransformInput input);
}
