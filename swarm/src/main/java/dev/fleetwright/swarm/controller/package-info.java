/** The state machine that carries out the commands for one swarm and confirms them on evidence. */
@NullMarked
package dev.fleetwright.swarm.controller;

import org.jspecify.annotations.NullMarked;
