/**
 * CEL compiled once, evaluated often, bounded.
 *
 * <p>The cel-java library parses and checks; the evaluation is a tree of our own, because four
 * promises need it: values are read where they stand and never copied or walked as a whole, every
 * step is counted so that hostile expressions stop after a fixed amount of work, absent paths can
 * read as null, and an error knows the path that was missing. What functions do is the library's
 * affair wherever their cost is plain; {@code LibraryCalls} hands those over.
 */
@NullMarked
package dev.fleetwright.cel;

import org.jspecify.annotations.NullMarked;
