package dev.fleetwright.placement;

/**
 * What one test of a clause said.
 *
 * @param field the field of the clause, with the selector that matched: {@code objectSelectors[1]}
 * @param because what was found, and what was wanted where they differ
 */
public record TestVerdict(String field, boolean passed, String because) {}
