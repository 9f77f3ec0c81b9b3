package dev.fleetwright.hub.placement;

/** What a Binding sends to one cluster. */
public record Delivery(String binding, String cluster) {}
