package dev.fleetwright.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A mistake of a user, as a value: collected with the others, never thrown.
 *
 * @param code a stable name in kebab case, e.g. {@code unknown-field}; scripts and documentation
 *     refer to it
 * @param path the field it is about, e.g. {@code spec.modules[2].name}; empty when it is about the
 *     whole
 * @param message what is wrong, in one sentence without a full stop
 * @param nextStep what to do about it; empty when the message says all there is
 * @param severity an error unless stated
 * @param place where it stands in the text that the user wrote; null when there is no such text
 */
public record Problem(
    String code,
    String path,
    String message,
    String nextStep,
    Severity severity,
    @Nullable Place place) {

  public Problem {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(nextStep, "nextStep");
    Objects.requireNonNull(severity, "severity");
  }

  public Problem(String code, String path, String message, String nextStep) {
    this(code, path, message, nextStep, Severity.ERROR, null);
  }

  public Problem at(@Nullable Place newPlace) {
    return new Problem(code, path, message, nextStep, severity, newPlace);
  }

  public Problem withPath(String newPath) {
    return new Problem(code, newPath, message, nextStep, severity, place);
  }

  public Problem asWarning() {
    return new Problem(code, path, message, nextStep, Severity.WARNING, place);
  }

  /** What is wrong, what to do and the code, in one line; without the path. */
  public String inOneLine() {
    return message + (nextStep.isEmpty() ? "" : "; " + nextStep) + " [" + code + "]";
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
