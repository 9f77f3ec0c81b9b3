package dev.fleetwright.cel;

/**
 * The null that stands for an absent value where the environment reads absent as null. It equals
 * null; what fails because of it is known to have failed for that reason.
 */
enum Absent {
  ABSENT
}
