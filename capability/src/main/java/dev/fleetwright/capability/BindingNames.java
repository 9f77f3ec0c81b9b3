package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Provision;

/**
 * Names of bindings: what people can read, and a hash of what it stands for.
 *
 * <pre>
 * anvil-sample-world-core-physics-engine-time-source-91af8veaa1p2qads
 * </pre>
 *
 * <p>Parts joined by {@code -} alone would collide: (w, a-b, c.d) and (w, a, b-c.d). The range is
 * no part of the hash, so that editing it updates the binding in place.
 */
final class BindingNames {

  private static final int LONGEST_PART = 70;
  private static final int HASH = 16;

  private BindingNames() {}

  static String of(String world, Need need, Provision provision) {
    ShortHash hash = new ShortHash();
    String scope = need.scope().toString();
    String multiplicity = need.multiplicity().toString();
    String code =
        need.multiplicity() == Multiplicity.MANY
            ? hash.of(
                HASH,
                world,
                need.consumer(),
                need.capabilityId(),
                scope,
                multiplicity,
                provision.module())
            : hash.of(HASH, world, need.consumer(), need.capabilityId(), scope, multiplicity);
    return readable(world)
        + "-"
        + readable(need.consumer())
        + "-"
        + readable(need.capabilityId())
        + "-"
        + code;
  }

  /** Lower-case letters, digits and inner dashes, at least one of them. */
  private static String readable(String part) {
    int length = Math.min(part.length(), LONGEST_PART);
    StringBuilder out = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = part.charAt(i);
      boolean fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (fits) {
        out.append(c);
      } else if (!out.isEmpty() && out.charAt(out.length() - 1) != '-') {
        out.append('-');
      }
    }
    if (!out.isEmpty() && out.charAt(out.length() - 1) == '-') {
      out.setLength(out.length() - 1);
    }
    return out.isEmpty() ? "x" : out.toString();
  }
}
