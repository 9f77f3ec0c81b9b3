/** Tables for people: columns and rows as kubectl prints them. */
@NullMarked
package dev.fleetwright.apiserver.table;

import org.jspecify.annotations.NullMarked;
