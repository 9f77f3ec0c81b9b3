package dev.fleetwright.apiserver.service;

/**
 * How a write is to be done.
 *
 * @param manager who owns the written fields
 * @param dryRun whether to do everything but the write
 * @param force whether an apply takes over the fields of others
 */
public record WriteOptions(
    String manager, boolean dryRun, FieldValidation validation, boolean force) {
  /** What happens to fields that a schema does not know. */
  public enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }

  /** A plain write by a part of this program. */
  public static WriteOptions by(String manager) {
    return new WriteOptions(manager, false, FieldValidation.IGNORE, false);
  }
}
