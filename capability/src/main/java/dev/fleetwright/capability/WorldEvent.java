package dev.fleetwright.capability;

/** An event to be recorded on a world. */
public record WorldEvent(Type type, String reason, String message) {

  public static final String BINDINGS_RESOLVED = "BindingsResolved";
  public static final String UNRESOLVED_BINDINGS = "UnresolvedBindings";
  public static final String INVALID_SEMVER_CONSTRAINT = "InvalidSemverConstraint";

  /** As Kubernetes names them. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
