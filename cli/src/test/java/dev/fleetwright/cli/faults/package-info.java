/** What kills, cuts off and slows down cannot take from a fleet. */
@NullMarked
package dev.fleetwright.cli.faults;

import org.jspecify.annotations.NullMarked;
