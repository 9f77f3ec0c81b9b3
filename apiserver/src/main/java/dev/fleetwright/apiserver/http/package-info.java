/** The HTTPS face: paths, discovery, requests, answers and watch streams. */
@NullMarked
package dev.fleetwright.apiserver.http;

import org.jspecify.annotations.NullMarked;
