package dev.fleetwright.apiserver.service;

/**
 * How a write is to be done.
 *
 * @param manager who owns the written fields
 * @param dryRun whether to do everything but the write
 * @param force whether an apply takes over the fields of others
 * @param guard has the last word on what would be stored
 */
public record WriteOptions(
    String manager, boolean dryRun, FieldValidation validation, boolean force, WriteGuard guard) {
  /** A write that nobody guards. */
  public WriteOptions(String manager, boolean dryRun, FieldValidation validation, boolean force) {
    this(manager, dryRun, validation, force, WriteGuard.NONE);
  }

  /** The same write under a guard. */
  public WriteOptions guardedBy(WriteGuard other) {
    return new WriteOptions(manager, dryRun, validation, force, other);
  }

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
