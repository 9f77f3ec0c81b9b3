/** What people see of a fleet: tables that are pure functions of the objects of a server. */
@NullMarked
package dev.fleetwright.cli.view;

import org.jspecify.annotations.NullMarked;
