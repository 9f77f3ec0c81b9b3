package dev.fleetwright.status;

import dev.fleetwright.cel.CelExpression;

/** A named expression, compiled. */
record Column(String name, CelExpression expression) {}
