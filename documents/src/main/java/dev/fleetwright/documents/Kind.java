package dev.fleetwright.documents;

import java.util.Arrays;

/**
 * A kind of object and the record that it is read as. The record has a component for each field of
 * the object that it wants; {@code apiVersion}, {@code kind} and {@code metadata} may be left out.
 * A kind whose metadata is no {@link ObjectMeta} has a component {@code metadata} of another type.
 */
public record Kind<T extends Record>(
    String apiVersion, String kind, Class<T> type, NameRule nameRule) {

  public static <T extends Record> Kind<T> of(String apiVersion, String kind, Class<T> type) {
    return new Kind<>(apiVersion, kind, type, NameRule.DNS_SUBDOMAIN);
  }

  public Kind<T> named(NameRule rule) {
    return new Kind<>(apiVersion, kind, type, rule);
  }

  /** Whether the record reads metadata as something else than an {@link ObjectMeta}. */
  boolean hasForeignMetadata() {
    return Arrays.stream(type.getRecordComponents())
        .anyMatch(component ->
            component.getName().equals("metadata") && component.getType() != ObjectMeta.class);
  }
}
