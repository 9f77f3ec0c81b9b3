package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Nfr.Amount;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Strictness;
import org.jspecify.annotations.Nullable;

/** A hard tick rate rules out providers that state a lower one, or none. */
record TickRateRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "tick-rate";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return isHard(wanted.wishes().tickRateHz());
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    Amount wanted = need.wanted().wishes().tickRateHz();
    if (wanted == null || !isHard(wanted)) {
      return true;
    }
    Amount stated = provision.offered().promises().tickRateHz();
    return stated != null && stated.value() >= wanted.value();
  }

  @Override
  public String wanted(Need need) {
    return "tick rate of at least " + shown(need.wanted().wishes().tickRateHz());
  }

  @Override
  public String actual(Need need, Provision provision) {
    Amount stated = provision.offered().promises().tickRateHz();
    return stated == null ? "no stated tick rate" : "tick rate of " + shown(stated);
  }

  @Override
  public String fix(Need need, Provision provision) {
    Amount stated = provision.offered().promises().tickRateHz();
    return stated == null
        ? "stating nfr.tickRateHz in " + provision.module() + " would let it be judged"
        : "accepting " + shown(stated) + " in " + need.consumer() + " would bind it";
  }

  private static String shown(@Nullable Amount amount) {
    return amount == null ? "any" : Figures.text(amount.value()) + " Hz";
  }

  private static boolean isHard(@Nullable Amount wanted) {
    return wanted != null && wanted.constraint() == Strictness.HARD;
  }
}
