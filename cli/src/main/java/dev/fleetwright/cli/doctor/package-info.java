/** The command doctor: what this machine has and lacks, each finding with its fix. */
@NullMarked
package dev.fleetwright.cli.doctor;

import org.jspecify.annotations.NullMarked;
