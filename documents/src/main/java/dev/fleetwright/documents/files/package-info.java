/** The part of reading documents that touches files and standard input; it only gives texts. */
@NullMarked
package dev.fleetwright.documents.files;

import org.jspecify.annotations.NullMarked;
