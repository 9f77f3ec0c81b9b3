package dev.fleetwright.swarm.controller;

/** Texts that are stored for a day are kept short. */
final class Texts {

  private Texts() {}

  static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }
}
