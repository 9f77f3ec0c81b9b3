/** The embedded Kubernetes-style API server: driven by CRDs, knows no core. */
@NullMarked
package dev.fleetwright.apiserver;

import org.jspecify.annotations.NullMarked;
