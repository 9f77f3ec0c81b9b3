/** Who may do what: callers, and the rules that Role and ClusterRole objects give them. */
@NullMarked
package dev.fleetwright.apiserver.access;

import org.jspecify.annotations.NullMarked;
