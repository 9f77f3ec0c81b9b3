/** Reads the protobuf bodies that some clients send for built-in kinds. */
@NullMarked
package dev.fleetwright.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
