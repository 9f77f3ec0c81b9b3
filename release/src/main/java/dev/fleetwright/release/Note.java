package dev.fleetwright.release;

/** Something worth saying that removed nothing: a bypass that was used, an order that matters. */
public record Note(String code, String message) {}
