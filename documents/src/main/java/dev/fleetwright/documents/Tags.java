package dev.fleetwright.documents;

import dev.fleetwright.documents.CoreSchema.Resolved;
import dev.fleetwright.documents.ScalarNode.Kind;
import org.jspecify.annotations.Nullable;

/** The tags that are read: those of the core schema, and two of YAML 1.1 that leave text text. */
final class Tags {

  private static final String YAML = "tag:yaml.org,2002:";
  static final String MAP = YAML + "map";
  static final String SEQ = YAML + "seq";

  private Tags() {}

  /** What a scalar with this tag is; null when the tag is not read or the text does not fit it. */
  static @Nullable Resolved resolve(String tag, String text) {
    if (tag.equals("!")) {
      return CoreSchema.string(text);
    }
    if (!tag.startsWith(YAML)) {
      return null;
    }
    Resolved bare = CoreSchema.resolve(text);
    return switch (tag.substring(YAML.length())) {
      case "str", "timestamp", "binary" -> CoreSchema.string(text);
      case "int" -> bare.kind() == Kind.INTEGER ? bare : null;
      case "bool" -> bare.kind() == Kind.BOOLEAN ? bare : null;
      case "null" -> bare.kind() == Kind.NULL ? bare : null;
      case "float" ->
          switch (bare.value()) {
            case Double _ -> bare;
            case Long number -> new Resolved(Kind.FLOAT, number.doubleValue());
            case null, default -> null;
          };
      default -> null;
    };
  }

  static boolean isScalar(String tag) {
    return switch (shown(tag)) {
      case "!!int", "!!bool", "!!null", "!!float" -> true;
      default -> false;
    };
  }

  static String shown(String tag) {
    return tag.startsWith(YAML) ? "!!" + tag.substring(YAML.length()) : tag;
  }
}
