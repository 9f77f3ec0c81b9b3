/** What others have to say about objects before they are stored. */
@NullMarked
package dev.fleetwright.apiserver.admission;

import org.jspecify.annotations.NullMarked;
