package dev.fleetwright.release;

import java.util.Locale;
import java.util.Optional;

/** How a deployment stands. */
public enum JobStatus {
  PENDING(true),
  IN_PROGRESS(true),
  ACTION_REQUIRED(true),
  SUCCESSFUL(false),
  FAILURE(false),
  CANCELLED(false),
  SKIPPED(false),
  INVALID(false),
  EXTERNAL_RUN_NOT_FOUND(false);

  private final boolean running;

  JobStatus(boolean running) {
    this.running = running;
  }

  /** Not at an end yet. */
  public boolean isRunning() {
    return running;
  }

  /** At an end that a failure budget counts. */
  public boolean isFailure() {
    return this == FAILURE || this == INVALID || this == EXTERNAL_RUN_NOT_FOUND;
  }

  /** As files write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<JobStatus> of(String text) {
    for (JobStatus status : values()) {
      if (status.text().equals(text)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
