/** From placed objects to ManifestWorks: cleaned, transformed, expanded per cluster and bundled. */
@NullMarked
package dev.fleetwright.placement.work;

import org.jspecify.annotations.NullMarked;
