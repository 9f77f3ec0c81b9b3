/** What a client is told when its request fails: Kubernetes Status objects. */
@NullMarked
package dev.fleetwright.apiserver.error;

import org.jspecify.annotations.NullMarked;
