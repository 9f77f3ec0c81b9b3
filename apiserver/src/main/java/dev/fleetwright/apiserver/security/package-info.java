/** Certificates, tokens, the kubeconfig and the lock of a data directory. */
@NullMarked
package dev.fleetwright.apiserver.security;

import org.jspecify.annotations.NullMarked;
