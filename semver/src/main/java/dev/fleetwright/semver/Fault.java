package dev.fleetwright.semver;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;

/**
 * The first thing wrong with a text, before it is a {@link Problem}.
 *
 * @param at index of the first offending char; the length of the text when something is missing
 * @param length how many chars are to blame
 */
record Fault(int at, int length, String message, String nextStep) {

  Problem asProblem(String code, String source, String text) {
    int column = text.codePointCount(0, at) + 1;
    int blamed = text.codePointCount(at, Math.min(text.length(), at + length));
    return new Problem(code, "", message, nextStep).at(Place.inLine(source, text, column, blamed));
  }
}
