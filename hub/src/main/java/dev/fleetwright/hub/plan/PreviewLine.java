package dev.fleetwright.hub.plan;

import dev.fleetwright.capability.kinds.ObjectKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One change that would come.
 *
 * @param cluster empty when it is not about one
 * @param object as the cluster would get it; null for what is no object, or goes away
 */
public record PreviewLine(
    ObjectKey world,
    Subject subject,
    Sign sign,
    String cluster,
    String text,
    @Nullable Map<String, Object> object) {

  /** The same change, known better. */
  public PreviewLine with(Sign other, String otherText) {
    return new PreviewLine(world, subject, other, cluster, otherText, object);
  }

  /** What changes. */
  public enum Subject {
    WORLD,
    BINDING,
    RELEASE,
    OBJECT
  }

  /** How it changes. */
  public enum Sign {
    ADD("+"),
    CHANGE("~"),
    REMOVE("-"),
    /** Rules hold it back for now. */
    HOLD("…"),
    WRONG("✗");

    private final String symbol;

    Sign(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }
}
