package dev.fleetwright.render.catalog;

import java.util.Locale;

/** What a component is made of. */
public enum DefinitionKind {
  RESOURCE("Resource", "resources"),
  TRAIT("Trait", "traits"),
  POLICY("Policy", "policies"),
  BLUEPRINT("Blueprint", "blueprints");

  private final String kind;
  private final String field;

  DefinitionKind(String kind, String field) {
    this.kind = kind;
    this.field = field;
  }

  /** As documents write it: {@code Resource}. */
  public String kind() {
    return kind;
  }

  /** The field of a component that lists them: {@code resources}. */
  public String field() {
    return field;
  }

  /** {@code resource}, for messages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
