package dev.fleetwright.hub.status;

import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.placement.ObjectKey;
import java.util.List;
import java.util.Optional;

/** What a CombinedStatus is about: one object as one Binding sends it. */
public record CombinedKey(String binding, ObjectKey object) {

  /** No part of it can have a slash. */
  String text() {
    return binding + "/" + Indexes.text(object);
  }

  public static Optional<CombinedKey> parse(String text) {
    List<String> parts = List.of(text.split("/", -1));
    return parts.size() == 5
        ? Optional.of(
            new CombinedKey(
                parts.get(0),
                new ObjectKey(parts.get(1), parts.get(2), parts.get(3), parts.get(4))))
        : Optional.empty();
  }
}
