package dev.fleetwright.capability.matching;

/** A provider of the capability that a requirement names, in whatever scope, and its fate. */
public record Candidate(Provision provision, Verdict verdict) {}
