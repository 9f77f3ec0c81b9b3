package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.model.Problem;

/**
 * A problem and the object it is in; the problem's path leads on from there.
 *
 * @param kind of the object, such as {@code ModuleManifest}
 */
public record ObjectProblem(String kind, ObjectKey object, Problem problem) {}
