/** The commands about modules, providers and the catalog; all work on files, without a server. */
@NullMarked
package dev.fleetwright.cli.render;

import org.jspecify.annotations.NullMarked;
