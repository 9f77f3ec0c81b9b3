package dev.fleetwright.release;

/** By which priority a release was chosen, or why none was. */
public enum Choice {
  /** The oldest sequential upgrade that the target has not passed. */
  SEQUENTIAL,
  /** The release that the target asks for. */
  DESIRED,
  /** The best by a policy's ranking. */
  RANKED,
  /** The newest. */
  NEWEST,
  /** A rule left nothing. */
  BLOCKED,
  /** There was nothing to choose from. */
  NO_RELEASES
}
