package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Nfr.Determinism;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Strictness;
import org.jspecify.annotations.Nullable;

/** A hard wish for determinism rules out providers that promise less, or nothing. */
record DeterminismRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "determinism";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return isHard(wanted.wishes().determinism());
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    Determinism wanted = need.wanted().wishes().determinism();
    if (wanted == null || !isHard(wanted)) {
      return true;
    }
    Determinism stated = provision.offered().promises().determinism();
    return stated != null && stated.value().compareTo(wanted.value()) <= 0;
  }

  @Override
  public String wanted(Need need) {
    return "determinism " + shown(need.wanted().wishes().determinism());
  }

  @Override
  public String actual(Need need, Provision provision) {
    Determinism stated = provision.offered().promises().determinism();
    return stated == null ? "no stated determinism" : "determinism " + shown(stated);
  }

  @Override
  public String fix(Need need, Provision provision) {
    Determinism stated = provision.offered().promises().determinism();
    return stated == null
        ? "stating nfr.determinism in " + provision.module() + " would let it be judged"
        : "accepting determinism " + shown(stated) + " in " + need.consumer() + " would bind it";
  }

  private static String shown(@Nullable Determinism determinism) {
    return determinism == null ? "any" : determinism.value().toString();
  }

  private static boolean isHard(@Nullable Determinism wanted) {
    return wanted != null && wanted.constraint() == Strictness.HARD;
  }
}
