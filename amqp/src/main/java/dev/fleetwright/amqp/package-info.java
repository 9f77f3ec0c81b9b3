/** The AMQP transport for swarm, and the embedded broker. */
@NullMarked
package dev.fleetwright.amqp;

import org.jspecify.annotations.NullMarked;
